//! Species at risk. They go between functions by scientific name.

use std::sync::Arc;

use minijinja::value::{Kwargs, Value as Dynamic};
use minijinja::{Environment, Error, State};

use super::wrong;
use crate::catalogue::nearest;
use crate::expression::value::{list, optional, record};
use crate::simulator::scope::context;
use crate::world::gazetteer::Gazetteer;
use crate::world::models::species::{Group, Rank, RedList, Region, Species, Status, actions, habitats, threats};
use crate::world::models::titles::Match;

/// Relatives that are told of a species.
const RELATIVES: usize = 5;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("find_species", find_species);
    env.add_function("near_species", near_species);
    env.add_function("species", species);
    env.add_function("species_group", species_group);
    env.add_function("near_species_groups", near_species_groups);
    env.add_function("species_region", species_region);
    env.add_function("near_species_regions", near_species_regions);
    env.add_function("species_statuses", |text: &str| {
        optional(Status::read(text).map(|found| list(found, |status| Dynamic::from(status.code()))))
    });
    env.add_function("species_status_names", || {
        Status::ALL.iter().map(|status| format!("{} ({})", status.name(), status.code())).collect::<Vec<_>>()
    });
    env.add_function("species_list", species_list);
}

/// The list and the map.
struct Book {
    list: Arc<RedList>,
    gazetteer: Arc<Gazetteer>,
}

fn book(state: &State<'_, '_>) -> Result<Book, Error> {
    let facts = &context(state)?.world.facts;
    Ok(Book { list: facts.model::<RedList>(), gazetteer: facts.model::<Gazetteer>() })
}

/// `{name, names}`: the scientific name of the species that a text names, or `none`; and the names when there are several.
fn find_species(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let list_ = book(state)?.list;
    let name = |place: usize| Dynamic::from(list_.species[place].scientific.as_str());
    let (one, several) = match list_.find(text) {
        Match::One(place) => (Some(name(place)), Vec::new()),
        Match::Several(places) => (None, places),
        Match::None => (None, Vec::new()),
    };
    Ok(record([("name", optional(one)), ("names", list(several, name))]))
}

/// Up to three scientific names of what a text may mean: by likeness, else what has its words in a name.
fn near_species(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    let list = book(state)?.list;
    let mut places: Vec<usize> = list.near(text).iter().filter_map(|name| list.find(name).one()).collect();
    if places.is_empty() {
        places = list.group(text).map(|group| group.members).unwrap_or_default();
    }
    let mut names: Vec<String> = places.into_iter().map(|place| list.species[place].scientific.clone()).collect();
    names.dedup();
    names.truncate(3);
    Ok(names)
}

/// `{rank, name, common_name, species}` of what a text means, or `none`.
fn species_group(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let list = book(state)?.list;
    Ok(optional(list.group(text).map(|group| {
        let (rank, common) = match group.rank {
            Rank::All => ("all", None),
            Rank::Taxon(place) if list.taxa[place].rank == "group" => ("group", Some(&list.taxa[place].name)),
            Rank::Taxon(place) => (list.taxa[place].rank.as_str(), list.taxa[place].names.first()),
            Rank::Genus => ("genus", None),
            Rank::Species(place) => ("species", list.species[place].names.first()),
            Rank::Named => ("name", None),
        };
        record([
            ("rank", Dynamic::from(rank)),
            ("name", Dynamic::from(group.name.as_str())),
            ("common_name", optional(common.map(|name| Dynamic::from(name.as_str())))),
            ("species", Dynamic::from(group.members.len())),
        ])
    })))
}

fn near_species_groups(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    Ok(book(state)?.list.near_groups(text))
}

/// `{kind, name, country_code, part}` of the region that a text names: `global`, `part_of_the_world` or `country`; or `none`.
fn species_region(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let book = book(state)?;
    Ok(optional(Region::read(&book.list, &book.gazetteer, text).map(|region| {
        record([
            ("kind", Dynamic::from(region.kind())),
            ("name", Dynamic::from(region.name())),
            ("country_code", optional(region.code().map(Dynamic::from))),
            ("ignored", optional(region.ignored().map(Dynamic::from))),
        ])
    })))
}

/// Up to three regions that a text may mean, as they may be asked for.
fn near_species_regions(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    let book = book(state)?;
    let within =
        book.gazetteer.regions(text).into_iter().map(|(country, region)| format!("{}, {}", country.name, region.name));
    let mut found: Vec<String> = within.take(3).collect();
    if let Some(place) = book.gazetteer.find(text).filter(|_| found.is_empty()) {
        let country = book.gazetteer.country(&place.place.country);
        found.extend(country.map(|country| format!("{}, {}", country.name, place.place.name)));
    }
    if found.is_empty() {
        let names = book.gazetteer.countries().map(|country| country.name.as_str());
        found = nearest::few(text, book.list.parts().chain(names));
    }
    Ok(found)
}

/// `species_list(taxonomy, region=…, statuses=[…], offset=0, limit=20)`: `{total, by_status, species}`, those most at risk first.
fn species_list(state: &State<'_, '_>, taxonomy: &str, options: Kwargs) -> Result<Dynamic, Error> {
    let (region, statuses): (String, Vec<String>) = (options.get("region")?, options.get("statuses")?);
    let (offset, limit): (usize, usize) = (options.get("offset")?, options.get("limit")?);
    options.assert_all_used()?;
    let book = book(state)?;
    let group = book.list.group(taxonomy).ok_or_else(|| wrong(format!("'{taxonomy}' is no taxon")))?;
    let region =
        Region::read(&book.list, &book.gazetteer, &region).ok_or_else(|| wrong(format!("'{region}' is no region")))?;
    let found = chosen(&book.list, &group, &region, &statuses);
    let count = |status: &Status| found.iter().filter(|place| book.list.species[**place].status == *status).count();
    let counts = Status::ALL.iter().filter(|status| count(status) > 0);
    Ok(record([
        ("total", Dynamic::from(found.len())),
        (
            "by_status",
            list(counts, |status| {
                record([
                    ("code", Dynamic::from(status.code())),
                    ("status", Dynamic::from(status.name())),
                    ("species", Dynamic::from(count(status))),
                ])
            }),
        ),
        ("species", list(found.iter().skip(offset).take(limit), |place| brief(&book.list, *place))),
    ]))
}

/// Species of a group in a region that have one of some categories: most at risk first, then by scientific name.
fn chosen(list: &RedList, group: &Group, region: &Region, statuses: &[String]) -> Vec<usize> {
    let fits = |place: &&usize| {
        let species = &list.species[**place];
        statuses.iter().any(|code| code == species.status.code()) && region.holds(species)
    };
    let mut found: Vec<usize> = group.members.iter().filter(fits).copied().collect();
    found.sort_by_key(|place| Status::ALL.iter().position(|status| *status == list.species[*place].status));
    found
}

fn brief(list: &RedList, place: usize) -> Dynamic {
    let species = &list.species[place];
    let [_, _, class, order, family] = list.lineage(place).map(|taxon| list.taxa[taxon].name.as_str());
    record([
        ("scientific_name", Dynamic::from(species.scientific.as_str())),
        ("common_name", Dynamic::from(species.name())),
        ("class", Dynamic::from(class)),
        ("order", Dynamic::from(order)),
        ("family", Dynamic::from(family)),
        ("status_code", Dynamic::from(species.status.code())),
        ("status", Dynamic::from(species.status.name())),
        ("assessed_year", optional(species.year.map(Dynamic::from))),
        ("population_trend", Dynamic::from(species.trend.as_str())),
        ("countries", Dynamic::from(species.countries().count())),
    ])
}

/// Everything about a species.
fn species(state: &State<'_, '_>, scientific: &str) -> Result<Dynamic, Error> {
    let book = book(state)?;
    let place = book.list.species.binary_search_by(|row| row.scientific.as_str().cmp(scientific));
    let place = place.map_err(|_| wrong(format!("'{scientific}' is no scientific name of the list")))?;
    let row = &book.list.species[place];
    Ok(record([
        ("scientific_name", Dynamic::from(row.scientific.as_str())),
        ("synonyms", list(&row.synonyms, |name| Dynamic::from(name.as_str()))),
        ("common_names", list(&row.names, |name| Dynamic::from(name.as_str()))),
        (
            "other_names",
            list(&row.other_names, |(language, name)| {
                record([("language", Dynamic::from(language.as_str())), ("name", Dynamic::from(name.as_str()))])
            }),
        ),
        ("taxonomy", taxonomy(&book.list, place)),
        ("status_code", Dynamic::from(row.status.code())),
        ("status", Dynamic::from(row.status.name())),
        ("threatened", Dynamic::from(row.status.is_threatened())),
        ("assessed", optional(row.year.map(Dynamic::from))),
        ("trend", Dynamic::from(row.trend.as_str())),
        ("population", optional(row.population.map(numbers))),
        ("countries", list(row.countries(), |code| country(&book.gazetteer, code))),
        ("habitats", Dynamic::from(habitats(&row.habitats))),
        ("threats", Dynamic::from(threats(&row.threats))),
        ("actions", Dynamic::from(actions(&row.actions))),
        ("cites", optional(Some(row.cites.as_str()).filter(|text| !text.is_empty()).map(Dynamic::from))),
        ("about", Dynamic::from(row.about.as_str())),
        ("relatives", list(relatives(&book.list, row), |place| relative(&book.list.species[place]))),
    ]))
}

fn taxonomy(list: &RedList, place: usize) -> Dynamic {
    let [kingdom, phylum, class, order, family] = list.lineage(place).map(|taxon| list.taxa[taxon].name.as_str());
    record([
        ("kingdom", Dynamic::from(kingdom)),
        ("phylum", Dynamic::from(phylum)),
        ("class", Dynamic::from(class)),
        ("order", Dynamic::from(order)),
        ("family", Dynamic::from(family)),
        ("genus", Dynamic::from(list.species[place].genus())),
    ])
}

fn numbers((least, most): (u64, u64)) -> Dynamic {
    record([("minimum", Dynamic::from(least)), ("maximum", Dynamic::from(most))])
}

fn country(gazetteer: &Gazetteer, code: &str) -> Dynamic {
    let name = gazetteer.country(code).map_or(code, |country| country.name.as_str());
    record([("code", Dynamic::from(code)), ("name", Dynamic::from(name))])
}

/// Others of the family, most at risk first.
fn relatives(list: &RedList, species: &Species) -> Vec<usize> {
    let of = |place: &usize| {
        let other = &list.species[*place];
        other.family == species.family && other.scientific != species.scientific
    };
    let mut found: Vec<usize> = (0..list.species.len()).filter(of).collect();
    found.sort_by_key(|place| Status::ALL.iter().position(|status| *status == list.species[*place].status));
    found.truncate(RELATIVES);
    found
}

fn relative(species: &Species) -> Dynamic {
    record([
        ("scientific_name", Dynamic::from(species.scientific.as_str())),
        ("common_name", Dynamic::from(species.name())),
        ("status_code", Dynamic::from(species.status.code())),
    ])
}
