//! Names of countries as lists of countries write them: turned round at a comma, with brackets, shortened, and with or
//! without their articles.

use super::fold::fold;

/// Other spellings that a name may stand for, folded, the likeliest first.
pub(super) fn spellings(text: &str) -> Vec<String> {
    let mut found = vec![plain(text)];
    for (name, rest) in [cut(text, ',', ""), cut(text, '(', ")")].into_iter().flatten() {
        found.extend(
            [format!("{rest} {name}"), format!("{name} {rest}"), format!("{rest} of {name}")].map(|n| plain(&n)),
        );
    }
    found
}

/// The name without the word `the`; nothing where it has none.
pub(super) fn without_articles(name: &str) -> Option<String> {
    let words: Vec<&str> = name.split_whitespace().collect();
    let kept: Vec<&str> = words.iter().copied().filter(|word| !word.eq_ignore_ascii_case("the")).collect();
    (kept.len() < words.len()).then(|| kept.join(" "))
}

fn cut<'a>(text: &'a str, at: char, end: &str) -> Option<(&'a str, &'a str)> {
    let (name, rest) = text.split_once(at)?;
    Some((name.trim(), rest.trim_end().trim_end_matches(end).trim()))
}

fn plain(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || matches!(c, '-' | '_')).map(word).collect()
}

fn word(word: &str) -> String {
    let folded = fold(word);
    let whole = match folded.as_str() {
        "the" => "",
        "st" => "saint",
        "rep" => "republic",
        "dem" => "democratic",
        "fed" => "federated",
        "sts" => "states",
        "" if word == "&" => "and",
        _ => return folded,
    };
    whole.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_turned_round_unbracketed_and_written_out() {
        for (listed, name) in [
            ("Tanzania, United Republic of", "United Republic of Tanzania"),
            ("Bolivia (Plurinational State of)", "Plurinational State of Bolivia"),
            ("Egypt, Arab Rep.", "Arab Republic of Egypt"),
            ("Congo (Kinshasa)", "Congo-Kinshasa"),
            ("St. Kitts & Nevis", "Saint Kitts and Nevis"),
            ("Democratic Republic of the Congo", "Democratic Republic of Congo"),
        ] {
            assert!(spellings(listed).contains(&fold(name)), "{listed}");
        }
        // What stands in brackets may be a part of the country, or another country's.
        for part in ["Korea, North", "Georgia (US state)", "Brazil (Pantanal)"] {
            let whole = part.split([',', ' ']).next().unwrap();
            assert!(!spellings(part).contains(&fold(whole)), "{part}");
        }
    }

    #[test]
    fn articles_are_words_of_their_own() {
        assert_eq!(without_articles("Republic of the Gambia").as_deref(), Some("Republic of Gambia"));
        assert_eq!(without_articles("Netherlands"), None);
    }
}
