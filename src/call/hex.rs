/// Lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    let mut out = Vec::with_capacity(bytes.len() * 2);
    push_hex(bytes, &mut out);
    String::from_utf8(out).expect("hexadecimal digits are ASCII")
}

/// Appends lower-case hexadecimal digits.
pub fn push_hex(bytes: &[u8], out: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    for byte in bytes {
        out.push(DIGITS[usize::from(byte >> 4)]);
        out.push(DIGITS[usize::from(byte & 15)]);
    }
}

/// The bytes that hexadecimal digits stand for.
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    let pair = |i: usize| u8::from_str_radix(text.get(i..i + 2)?, 16).ok();
    (0..text.len()).step_by(2).map(pair).collect()
}
