//! Whether a number or a mailbox is that of an account.

use super::tables::Account;

/// How a code is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By text message.
    Sms,
    /// By mail.
    Email,
}

impl Method {
    /// Of a name as people write it: `SMS`, `text message`, `E-mail`.
    pub fn named(text: &str) -> Option<Method> {
        let plain: String = text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        match plain.as_str() {
            "sms" | "text" | "textmessage" | "phone" | "mobile" => Some(Method::Sms),
            "email" | "mail" => Some(Method::Email),
            _ => None,
        }
    }

    /// `SMS` or `Email`.
    pub fn code(self) -> &'static str {
        match self {
            Method::Sms => "SMS",
            Method::Email => "Email",
        }
    }

    /// The address of an account for it.
    pub fn address(self, account: &Account) -> Option<&str> {
        match self {
            Method::Sms => account.phone.as_deref(),
            Method::Email => Some(&account.email),
        }
    }
}

/// Whether what somebody wrote is the address of an account for a method.
pub fn fits(method: Method, account: &Account, written: &str) -> bool {
    let Some(known) = method.address(account) else { return false };
    match method {
        Method::Email => known.trim().to_lowercase() == written.trim().to_lowercase(),
        Method::Sms => is_number(written) && same_number(known, written),
    }
}

fn is_number(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_digit() || " +-().\u{a0}/".contains(c))
}

/// `+44 7700 900101`, `0044 7700900101` and `07700 900101` are one number.
fn same_number(known: &str, written: &str) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let (known, all) = (digits(known), digits(written));
    let plain = all.trim_start_matches('0');
    let international = written.trim().starts_with('+') || all.starts_with("00");
    let domestic = all.starts_with('0') && !all.starts_with("00");
    if international || !domestic {
        return known == plain;
    }
    plain.len() >= 7 && known.ends_with(plain) && known.len() - plain.len() <= 3
}

/// An address of which only so much is shown that its owner knows it: `s•••••••@inkwellmail.example`, `•••••••59`.
pub fn masked(address: &str) -> String {
    match address.rsplit_once('@') {
        Some((local, domain)) => {
            let mut letters = local.chars();
            let first: String = letters.next().into_iter().collect();
            format!("{first}{}@{domain}", "•".repeat(letters.count()))
        }
        None => {
            let digits: Vec<char> = address.chars().filter(char::is_ascii_digit).collect();
            let shown = digits.len().saturating_sub(2);
            format!("{}{}", "•".repeat(shown), digits[shown..].iter().collect::<String>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account() -> Account {
        Account {
            user: "U-1".into(),
            name: "Priya".into(),
            email: "Priya@quillmark.example".into(),
            phone: Some("+44 7700 900103".into()),
            app: "kaartenbak".into(),
            status: "active".into(),
        }
    }

    #[test]
    fn numbers_are_compared_by_their_digits() {
        for same in
            ["+44 7700 900103", "+447700900103", "0044 7700 900103", "07700 900103", "07700-900103", "447700900103"]
        {
            assert!(fits(Method::Sms, &account(), same), "{same}");
        }
        for other in ["+44 7700 900104", "900103", "0103", "", "+31 7700 900103", "priya@quillmark.example"] {
            assert!(!fits(Method::Sms, &account(), other), "{other}");
        }
    }

    #[test]
    fn mailboxes_are_compared_without_case() {
        assert!(fits(Method::Email, &account(), " priya@QUILLMARK.example"));
        assert!(!fits(Method::Email, &account(), "priya@quillmark.example.evil.example"));
        assert!(!fits(Method::Email, &account(), "+44 7700 900103"));
    }

    #[test]
    fn little_is_shown_of_an_address() {
        assert_eq!(masked("sam@inkwellmail.example"), "s••@inkwellmail.example");
        assert_eq!(masked("+44 7700 900103"), "••••••••••03");
        assert_eq!(masked(""), "");
    }
}
