//! Whether words can be read on a colour (WCAG 2, contrast ratio).

/// A colour of the web.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour([u8; 3]);

impl Colour {
    /// Reads `#3498db`, `3498DB` or `#39d`.
    pub fn parse(text: &str) -> Option<Colour> {
        let digits = text.trim().strip_prefix('#').unwrap_or(text.trim());
        if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        let pair = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        let one = |at: usize| u8::from_str_radix(digits.get(at..=at)?, 16).ok().map(|digit| digit * 17);
        match digits.len() {
            6 => Some(Colour([pair(0)?, pair(2)?, pair(4)?])),
            3 => Some(Colour([one(0)?, one(1)?, one(2)?])),
            _ => None,
        }
    }

    /// `#3498db`.
    pub fn hex(self) -> String {
        let [red, green, blue] = self.0;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// Black or white, whichever is easier to read on it, and the contrast ratio between the two, from 4.5 to 21.
    pub fn text(self) -> (&'static str, f64) {
        let light = self.luminance();
        let (on_white, on_black) = (1.05 / (light + 0.05), (light + 0.05) / 0.05);
        let (text, ratio) = if on_white >= on_black { ("#ffffff", on_white) } else { ("#000000", on_black) };
        (text, (ratio * 100.0).floor() / 100.0)
    }

    fn luminance(self) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { libm::pow((part + 0.055) / 1.055, 2.4) }
        };
        let [red, green, blue] = self.0.map(linear);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_in_their_usual_forms() {
        for text in ["#3498db", "3498DB", " #3498dB "] {
            assert_eq!(Colour::parse(text).unwrap().hex(), "#3498db");
        }
        assert_eq!(Colour::parse("#39d").unwrap().hex(), "#3399dd");
        for text in ["", "#", "blue", "#12345", "#ggg", "#+1+2+3", "#ééé"] {
            assert_eq!(Colour::parse(text), None, "{text}");
        }
    }

    #[test]
    fn contrast_is_that_of_the_standard() {
        assert_eq!(Colour::parse("#000").unwrap().text(), ("#ffffff", 21.0));
        assert_eq!(Colour::parse("#fff").unwrap().text(), ("#000000", 21.0));
        let (text, ratio) = Colour::parse("#767676").unwrap().text();
        assert!(text == "#000000" && (4.5..4.7).contains(&ratio), "{text} {ratio}");
    }
}
