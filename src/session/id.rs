//! Names of sessions. They are the only secret an agent holds, so they come from the operating system's generator.

use rand::TryRng;
use rand::rngs::SysRng;

/// A name of 26 characters with 128 random bits (Crockford's base 32, lower case).
///
/// # Errors
///
/// The operating system gives no random numbers.
pub fn fresh() -> Result<String, String> {
    const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    let mut bytes = [0; 16];
    SysRng.try_fill_bytes(&mut bytes).map_err(|e| format!("no random numbers from the system: {e}"))?;
    let mut bits = u128::from_le_bytes(bytes);
    let digit = |_| {
        let digit = DIGITS[(bits % 32) as usize];
        bits /= 32;
        char::from(digit)
    };
    Ok((0..26).map(digit).collect())
}
