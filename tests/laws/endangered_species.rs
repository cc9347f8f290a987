//! Laws of `endangered-species`: one list, seen by taxon, by region and by category. It keeps no session tables.

use std::collections::BTreeSet;

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::bench::{Bench, items, word};

fn ok(bench: &mut Bench, tool: &str, arguments: Value) -> Value {
    bench.ok(&format!("endangered-species/{tool}"), arguments)
}

fn refused(bench: &mut Bench, tool: &str, arguments: Value) -> (u16, String) {
    let (status, code, _) = bench.refused(&format!("endangered-species/{tool}"), arguments);
    (status, code)
}

fn names(species: &Value) -> BTreeSet<String> {
    items(species).iter().map(|row| word(&row["scientific_name"]).to_owned()).collect()
}

/// All species that fit, from pages of a hundred.
fn search(bench: &mut Bench, taxonomy: &str, region: &str, status: &str) -> Vec<Value> {
    let mut found = Vec::new();
    for page in 1.. {
        let arguments =
            json!({"taxonomy": taxonomy, "region": region, "threatStatus": status, "page": page, "pageSize": 100});
        let answer = ok(bench, "searchEndangeredSpecies", arguments);
        found.extend(items(&answer["species"]).to_vec());
        if page >= answer["pages"].as_u64().unwrap() {
            assert_eq!(found.len() as u64, answer["total"].as_u64().unwrap());
            break;
        }
    }
    found
}

const TAXA: [&str; 16] = [
    "All taxonomic groups",
    "mammals",
    "birds",
    "Reptilia",
    "frogs",
    "sharks",
    "fish",
    "plants",
    "Felidae",
    "Panthera",
    "whales",
    "tuna",
    "invertebrates",
    "zebra",
    "orchids",
    "Panthera tigris",
];

const REGIONS: [&str; 12] = [
    "Global",
    "India",
    "Kenya",
    "BR",
    "Brazil, Amazonas",
    "New Zealand",
    "Southeast Asia",
    "European Union",
    "Africa",
    "Liechtenstein",
    "DEU",
    "Antarctica",
];

const STATUSES: [&str; 8] =
    ["All statuses", "CR", "Endangered", "threatened", "EX, EW", "vulnerable and NT", "LC", "not evaluated"];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn pages_join_to_the_whole(taxon in prop::sample::select(&TAXA[..]), region in prop::sample::select(&REGIONS[..]), status in prop::sample::select(&STATUSES[..]), size in 3..60_u64) {
        let mut bench = Bench::new(1);
        let whole = search(&mut bench, taxon, region, status);
        let mut joined = Vec::new();
        let pages = (whole.len() as u64).div_ceil(size);
        for page in 1..=pages + 1 {
            let arguments = json!({"taxonomy": taxon, "region": region, "threatStatus": status, "page": page, "pageSize": size});
            let part = ok(&mut bench, "searchEndangeredSpecies", arguments);
            prop_assert_eq!(&part["pages"], pages);
            prop_assert_eq!(items(&part["species"]).is_empty(), page > pages);
            joined.extend(items(&part["species"]).to_vec());
        }
        prop_assert_eq!(&joined, &whole);
        prop_assert_eq!(names(&json!(whole)).len(), whole.len(), "no species twice");
    }

    #[test]
    fn filters_only_take_away(taxon in prop::sample::select(&TAXA[..]), region in prop::sample::select(&REGIONS[..]), status in prop::sample::select(&STATUSES[..])) {
        let mut bench = Bench::new(2);
        let narrow = names(&json!(search(&mut bench, taxon, region, status)));
        let by_taxon = names(&json!(search(&mut bench, taxon, "Global", "All statuses")));
        let by_region = names(&json!(search(&mut bench, "All taxonomic groups", region, "All statuses")));
        let by_status = names(&json!(search(&mut bench, "All taxonomic groups", "Global", status)));
        let all_three: BTreeSet<String> = by_taxon.iter().filter(|name| by_region.contains(*name) && by_status.contains(*name)).cloned().collect();
        prop_assert_eq!(narrow, all_three, "three filters are the three of them");
    }

    #[test]
    fn the_list_is_the_search_for_what_is_threatened(taxon in prop::sample::select(&TAXA[..]), region in prop::sample::select(&REGIONS[..])) {
        let mut bench = Bench::new(3);
        let list = ok(&mut bench, "getEndangeredSpeciesList", json!({"region": region, "taxonomy": taxon}));
        prop_assert_eq!(items(&list["species"]), &search(&mut bench, taxon, region, "threatened")[..]);
        let counted: u64 = items(&list["by_status"]).iter().map(|line| line["species"].as_u64().unwrap()).sum();
        prop_assert_eq!(Some(counted), list["total"].as_u64());
        let order = ["CR", "EN", "VU"];
        let rank = |row: &Value| (order.iter().position(|code| row["status_code"] == *code), word(&row["scientific_name"]).to_owned());
        prop_assert!(items(&list["species"]).is_sorted_by_key(rank));
    }

    #[test]
    fn nothing_that_is_typed_breaks_a_tool(text in "\\PC{1,60}") {
        let mut bench = Bench::new(4);
        for (tool, arguments) in [
            ("searchEndangeredSpecies", json!({"taxonomy": text})),
            ("searchEndangeredSpecies", json!({"taxonomy": "birds", "region": text, "threatStatus": text})),
            ("getSpeciesDetails", json!({"scientificName": text})),
            ("getEndangeredSpeciesList", json!({"region": text, "taxonomy": text})),
        ] {
            let outcome = bench.call(&format!("endangered-species/{tool}"), arguments.clone());
            prop_assert!(outcome.status < 500, "{} {}: {}", tool, arguments, outcome.body);
        }
    }
}

#[test]
fn details_say_what_the_lists_say() {
    let mut bench = Bench::new(5);
    let all = search(&mut bench, "All taxonomic groups", "Global", "All statuses");
    assert!(all.len() >= 400, "{} species", all.len());
    for row in &all {
        let name = word(&row["scientific_name"]);
        let details = ok(&mut bench, "getSpeciesDetails", json!({"scientificName": name}));
        assert_eq!(details["scientific_name"], name);
        assert_eq!(details["common_names"][0], row["common_name"]);
        for rank in ["class", "order", "family"] {
            assert_eq!(details["taxonomy"][rank], row[rank], "{name}");
        }
        let status = &details["conservation_status"];
        assert_eq!(
            (&status["code"], &status["name"], &status["assessed_year"]),
            (&row["status_code"], &row["status"], &row["assessed_year"])
        );
        assert_eq!(status["threatened"] == true, ["CR", "EN", "VU"].contains(&word(&row["status_code"])));
        assert_eq!(details["population"]["trend"], row["population_trend"]);
        assert_eq!(details["range"]["country_count"], row["countries"]);
        let extinct = ["EX", "EW"].contains(&word(&row["status_code"]));
        let most = details["population"]["mature_individuals"]["maximum"].as_u64();
        assert!(!extinct || most == Some(0), "{name}: none is left in the wild");
    }
}

#[test]
fn every_taxon_and_country_of_a_species_finds_it_again() {
    let mut bench = Bench::new(6);
    let all = search(&mut bench, "All taxonomic groups", "Global", "All statuses");
    for row in all.iter().step_by(17) {
        let name = word(&row["scientific_name"]);
        let details = ok(&mut bench, "getSpeciesDetails", json!({"scientificName": name}));
        for rank in ["kingdom", "phylum", "class", "order", "family", "genus"] {
            let taxon = word(&details["taxonomy"][rank]);
            assert!(
                names(&json!(search(&mut bench, taxon, "Global", "All statuses"))).contains(name),
                "{name} is of {taxon}"
            );
        }
        for country in items(&details["range"]["countries"]).iter().take(6) {
            for spelt in [&country["code"], &country["name"]] {
                let found = search(&mut bench, name, word(spelt), "All statuses");
                assert_eq!(found.len(), 1, "{name} lives in {spelt}");
            }
        }
        for relative in items(&details["relatives"]) {
            let other = ok(&mut bench, "getSpeciesDetails", json!({"scientificName": relative["scientific_name"]}));
            assert_eq!(other["taxonomy"]["family"], details["taxonomy"]["family"]);
            assert_eq!(other["conservation_status"]["code"], relative["status_code"]);
        }
        let names = details["common_names"]
            .as_array()
            .unwrap()
            .iter()
            .chain(details["other_names"].as_array().unwrap().iter().map(|other| &other["name"]));
        for common in names {
            let outcome = bench.call("endangered-species/getSpeciesDetails", json!({"scientificName": common}));
            assert!(
                outcome.body["scientific_name"] == name || outcome.body["code"] == "ambiguous_species",
                "{common}: {}",
                outcome.body
            );
        }
    }
}

#[test]
fn a_country_is_part_of_its_parts_of_the_world() {
    let mut bench = Bench::new(7);
    for (country, parts) in [
        ("Indonesia", ["Asia", "Southeast Asia"]),
        ("Kenya", ["Africa", "East Africa"]),
        ("Spain", ["Europe", "European Union"]),
        ("Peru", ["South America", "Latin America"]),
    ] {
        let own = names(&json!(search(&mut bench, "All taxonomic groups", country, "All statuses")));
        for part in parts {
            let whole = names(&json!(search(&mut bench, "All taxonomic groups", part, "All statuses")));
            assert!(own.is_subset(&whole) && own.len() < whole.len(), "{country} in {part}");
        }
    }
}

#[test]
fn countries_are_those_of_the_weather_and_the_holidays() {
    let mut bench = Bench::new(8);
    let details = ok(&mut bench, "getSpeciesDetails", json!({"scientificName": "Lynx pardinus"}));
    for country in items(&details["range"]["countries"]) {
        let by_code = ok(&mut bench, "getEndangeredSpeciesList", json!({"region": country["code"]}));
        assert_eq!(
            (&by_code["region"]["name"], &by_code["region"]["country_code"]),
            (&country["name"], &country["code"])
        );
        let weather = bench.ok("climate/getCurrentWeather", json!({"location": country["name"], "units": "C"}));
        assert_eq!(weather["location"]["country"], country["name"]);
    }
}

#[test]
fn spellings_of_a_region_are_one_region() {
    let mut bench = Bench::new(9);
    let list = |bench: &mut Bench, region: &str| ok(bench, "getEndangeredSpeciesList", json!({"region": region}));
    let plain = list(&mut bench, "Brazil");
    for spelt in ["BR", "bra", "brazil", "Brazil, Amazonas", "Brazil - Mato Grosso", "Brazil (Pantanal)"] {
        let told = list(&mut bench, spelt);
        assert_eq!(told["species"], plain["species"], "{spelt}");
        assert_eq!(told["region"]["ignored"].is_null(), spelt.len() < 7, "{spelt}");
    }
    assert_eq!(list(&mut bench, "Global"), list(&mut bench, "worldwide"));
}

#[test]
fn mistakes_have_their_codes() {
    let mut bench = Bench::new(10);
    for (tool, arguments, status, code) in [
        ("searchEndangeredSpecies", json!({"taxonomy": "unicorns"}), 404, "unknown_taxonomy"),
        ("searchEndangeredSpecies", json!({"taxonomy": "birds", "region": "California"}), 404, "unknown_region"),
        ("searchEndangeredSpecies", json!({"taxonomy": "birds", "threatStatus": "rare"}), 404, "unknown_status"),
        ("searchEndangeredSpecies", json!({"taxonomy": "birds", "pageSize": 0}), 422, "invalid_arguments"),
        ("searchEndangeredSpecies", json!({"taxonomy": "x".repeat(100_000)}), 422, "invalid_arguments"),
        ("getSpeciesDetails", json!({"scientificName": "Felidae"}), 404, "unknown_species"),
        ("getSpeciesDetails", json!({"scientificName": "🐼"}), 404, "unknown_species"),
        ("getEndangeredSpeciesList", json!({"region": "Atlantis"}), 404, "unknown_region"),
    ] {
        assert_eq!(refused(&mut bench, tool, arguments.clone()), (status, code.to_owned()), "{tool} {arguments}");
    }
    let hint = bench.call("endangered-species/getEndangeredSpeciesList", json!({"region": "California"}));
    assert!(word(&hint.body["suggestions"][0]).starts_with("United States"), "{}", hint.body);
}
