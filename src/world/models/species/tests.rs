use super::*;
use crate::assets::Assets;
use crate::world::Facts;
use crate::world::models::titles::Match;

fn list() -> std::sync::Arc<RedList> {
    Facts::load(&Assets::embedded().responses).unwrap().model::<RedList>()
}

fn scientific(text: &str) -> String {
    let list = list();
    match list.find(text) {
        Match::One(place) => list.species[place].scientific.clone(),
        other => format!("{other:?}"),
    }
}

#[test]
fn a_species_is_found_as_people_write_it() {
    for text in [
        "Panthera tigris",
        "panthera TIGRIS",
        "Panthera tigris altaica",
        "Panthera tigris (Linnaeus, 1758)",
        "P. tigris",
        "tiger",
        "Tijger",
    ] {
        assert_eq!(scientific(text), "Panthera tigris", "{text}");
    }
    assert_eq!(scientific("Manta birostris"), "Mobula birostris");
    assert_eq!(scientific("Atlantic cod"), "Gadus morhua");
    assert_eq!(scientific("Seezunge"), "Solea solea");
    assert_eq!(list().find("unicorn"), Match::None);
    assert_eq!(list().find(&"x".repeat(100_000)), Match::None);
    assert_eq!(list().find("🐯"), Match::None);
}

#[test]
fn a_group_is_a_taxon_a_genus_a_species_or_a_word() {
    let list = list();
    let of = |text: &str| list.group(text).unwrap_or_else(|| panic!("{text}"));
    assert_eq!(of("mammals").name, "Mammalia");
    assert_eq!(of("MAMMALIA").members, of("mammal").members);
    assert_eq!(of("cats").name, "Felidae");
    assert_eq!(of("Panthera").rank, Rank::Genus);
    assert_eq!(of("Panthera").members.len(), 5);
    assert_eq!(of("tigers").name, "Panthera tigris");
    assert_eq!(of("zebra").members.len(), 1);
    assert!(of("wolves").members.len() >= 2);
    assert_eq!(of("sharks").members.len() + of("rays").members.len(), of("Chondrichthyes").members.len());
    assert_eq!(of("Mamalia").name, "Mammalia", "a slip");
    assert_eq!(of("all").members.len(), list.species.len());
    assert!(list.group("unicorns").is_none() && list.group("").is_none());
}

#[test]
fn ranks_are_nested() {
    let list = list();
    for place in 0..list.species.len() {
        let mut before = list.species.len() + 1;
        for taxon in list.lineage(place) {
            let members = list.of_taxon(taxon).members;
            assert!(members.contains(&place) && members.len() <= before);
            before = members.len();
        }
    }
    for (place, taxon) in list.taxa.iter().enumerate() {
        assert!(!list.of_taxon(place).members.is_empty(), "{} is empty", taxon.name);
    }
}

#[test]
fn categories_are_read_from_codes_and_names() {
    assert_eq!(Status::read("CR"), Some(vec![Status::CriticallyEndangered]));
    assert_eq!(Status::read("critically-endangered"), Some(vec![Status::CriticallyEndangered]));
    assert_eq!(Status::read("Endangered"), Some(vec![Status::Endangered]));
    assert_eq!(Status::read("VU, en and CR"), Some(Status::THREATENED.to_vec()));
    assert_eq!(Status::read("threatened"), Some(Status::THREATENED.to_vec()));
    assert_eq!(Status::read("All statuses"), Some(Status::ALL.to_vec()));
    assert_eq!(Status::read("rare"), None);
    assert_eq!(Status::read(" , "), None);
}
