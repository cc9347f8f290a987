use super::*;

fn shelf() -> Index {
    let entry = |own: &'static [&'static str], near: &'static str, far: &'static str| Entry {
        own: own.to_vec(),
        near: vec![near],
        far: vec![far],
    };
    Index::new([
        entry(&["Salt in the Radio"], "Mira Holloway", "piano and tide"),
        entry(&["Salt"], "Someone Else", "a short one"),
        entry(&["Radio Days of Salt"], "Third Person", ""),
        entry(&["Mira Holloway"], "", "singer"),
        entry(&["L'Heure d'été", "Summer Time"], "Öykü Şahin", ""),
        entry(&["盖碗茶"], "Zhou Yining", ""),
    ])
}

fn found(query: &str) -> Vec<(u32, Rank)> {
    shelf().search(query)
}

#[test]
fn a_name_beats_its_beginning_and_that_its_words() {
    assert_eq!(found("salt"), [(1, Rank::Exact), (0, Rank::Prefix), (2, Rank::Words)]);
    assert_eq!(found("radio salt"), [(0, Rank::Words), (2, Rank::Words)]);
    assert_eq!(found("rad"), [(2, Rank::Prefix), (0, Rank::Parts)]);
}

#[test]
fn a_title_with_its_artist_is_nearly_exact() {
    assert_eq!(found("salt in the radio by mira holloway"), [(0, Rank::Both)]);
    assert_eq!(found("radio mira"), [(0, Rank::Mixed)]);
    assert_eq!(found("mira holloway"), [(3, Rank::Exact), (0, Rank::Near)]);
}

#[test]
fn slips_are_forgiven_where_nothing_else_fits() {
    assert_eq!(found("mira holoway"), [(3, Rank::Typo), (0, Rank::NearTypo)]);
    assert_eq!(found("slat in the raido"), [(0, Rank::Typo), (2, Rank::Typo)], "two letters that changed places");
    assert!(found("sort in the radio").is_empty(), "two of four letters are a different word");
    assert!(found("xyzzy").is_empty() && found("").is_empty() && found("🙂").is_empty());
}

#[test]
fn accents_apostrophes_and_scripts_do_not_matter() {
    assert_eq!(found("HEURE ETE")[0].0, 4);
    assert_eq!(found("l’heure d’été")[0], (4, Rank::Exact));
    assert_eq!(found("oyku sahin"), [(4, Rank::Near)]);
    assert_eq!(found("盖碗"), [(5, Rank::Prefix)]);
    assert_eq!(found("tide"), [(0, Rank::Far)]);
}

#[test]
fn names_are_found_with_a_slip_but_not_guessed() {
    let mut names = Names::default();
    for (number, name) in ["The Quiet Arcade", "Mira Holloway", "Mina Holloway"].into_iter().enumerate() {
        names.add(name, number, true);
    }
    assert_eq!(names.find("quiet arcade"), Match::One(0));
    assert_eq!(names.find("QUIET ARCADES"), Match::One(0));
    assert_eq!(names.find("mira holloway"), Match::One(1));
    assert_eq!(names.find("miha holloway"), Match::Several(vec![1, 2]));
    assert_eq!(names.find("Nobody"), Match::None);
    assert_eq!(names.near("quiet arkade")[0], "The Quiet Arcade");
}
