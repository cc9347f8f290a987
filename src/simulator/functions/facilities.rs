//! Plants, what they release, and how they keep the rules. Plants go between functions by id.

use std::sync::Arc;

use jiff::civil::Date;
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};

use super::time::date;
use super::wrong;
use crate::simulator::scope::context;
use crate::simulator::value::{list, optional, record};
use crate::world::models::facilities::{Facilities, Facility, Inspection, Release, Violation};

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("find_facility", find_facility);
    env.add_function("near_facilities", near_facilities);
    env.add_function("find_chemical", find_chemical);
    env.add_function("near_chemicals", near_chemicals);
    env.add_function("toxic_releases", toxic_releases);
    env.add_function("inspections", inspections);
    env.add_function("violations", violations);
}

/// How many plants one answer lists.
const MOST: usize = 100;

fn model(state: &State<'_, '_>) -> Result<Arc<Facilities>, Error> {
    Ok(context(state)?.world.facts.model::<Facilities>())
}

fn describe(plant: &Facility) -> Dynamic {
    record([
        ("facilityId", Dynamic::from(plant.id.as_str())),
        ("name", Dynamic::from(plant.name.as_str())),
        ("street", Dynamic::from(plant.street.as_str())),
        ("city", Dynamic::from(plant.city.as_str())),
        ("state", Dynamic::from(plant.state.as_str())),
        ("zipCode", Dynamic::from(plant.zip.as_str())),
        ("latitude", Dynamic::from(plant.latitude)),
        ("longitude", Dynamic::from(plant.longitude)),
        ("sector", Dynamic::from(plant.sector.as_str())),
        ("naics", Dynamic::from(plant.naics.as_str())),
    ])
}

/// The plant of an id, or `none`.
fn find_facility(state: &State<'_, '_>, id: &str) -> Result<Dynamic, Error> {
    Ok(optional(model(state)?.by_id(id).map(describe)))
}

/// Up to three ids that may be meant.
fn near_facilities(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    Ok(model(state)?.near(text))
}

/// The name of the chemical that a name or CAS number means, or `none`.
fn find_chemical(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    Ok(optional(model(state)?.chemical(text).map(|chemical| Dynamic::from(chemical.name.as_str()))))
}

/// Up to three names of chemicals that look like a text.
fn near_chemicals(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    Ok(model(state)?.near_chemicals(text))
}

/// Plants with what they released in a year, the largest first: only some chemicals (by name) when there are any, only a ZIP
/// code when one is given. `facilities`, `total` (of them) and `pounds`.
fn toxic_releases(state: &State<'_, '_>, year: i64, chemicals: Vec<String>, zip: Dynamic) -> Result<Dynamic, Error> {
    let (model, seed) = (model(state)?, context(state)?.world.seed);
    let zip = zip.as_str().map(|zip| zip[..zip.len().min(5)].to_owned());
    let near = |plant: &&Facility| zip.as_ref().is_none_or(|zip| plant.zip == *zip);
    let wanted = |release: &Release<'_>| chemicals.is_empty() || chemicals.contains(&release.chemical.name);
    let of = |plant| {
        let releases: Vec<Release<'_>> = model.releases(seed, plant, year).into_iter().filter(wanted).collect();
        let pounds: i64 = releases.iter().map(Release::total).sum();
        (plant, releases, pounds)
    };
    let mut found: Vec<_> = model.all().filter(near).map(of).filter(|(_, releases, _)| !releases.is_empty()).collect();
    found.sort_by(|a, b| b.2.cmp(&a.2).then(a.0.id.cmp(&b.0.id)));
    let pounds: i64 = found.iter().map(|(_, _, pounds)| pounds).sum();
    let row = |(plant, releases, pounds): &(&Facility, Vec<Release<'_>>, i64)| {
        record([
            ("facility", describe(plant)),
            ("pounds", Dynamic::from(*pounds)),
            ("releases", list(releases, release)),
        ])
    };
    Ok(record([
        ("total", Dynamic::from(found.len())),
        ("pounds", Dynamic::from(pounds)),
        ("facilities", list(found.iter().take(MOST), row)),
    ]))
}

fn release(release: &Release<'_>) -> Dynamic {
    record([
        ("chemical", Dynamic::from(release.chemical.name.as_str())),
        ("casNumber", Dynamic::from(release.chemical.cas.as_str())),
        ("carcinogen", Dynamic::from(release.chemical.carcinogen)),
        ("fugitiveAir", Dynamic::from(release.fugitive_air)),
        ("stackAir", Dynamic::from(release.stack_air)),
        ("water", Dynamic::from(release.water)),
        ("land", Dynamic::from(release.land)),
        ("offSite", Dynamic::from(release.off_site)),
        ("total", Dynamic::from(release.total())),
    ])
}

/// What happened at a plant from one date to another, up to the user's date.
fn happened(state: &State<'_, '_>, id: &str, from: &str, to: &str) -> Result<(Vec<Inspection>, Date), Error> {
    let context = context(state)?;
    let model = context.world.facts.model::<Facilities>();
    let plant = model.by_id(id).ok_or_else(|| wrong(format!("no plant has the id '{id}'")))?;
    let today = context.clock.today();
    Ok((plant.inspections(context.world.seed, date(from)?, date(to)?.min(today)), today))
}

/// Inspections, the latest first.
fn inspections(state: &State<'_, '_>, id: &str, from: &str, to: &str) -> Result<Dynamic, Error> {
    let (found, _) = happened(state, id, from, to)?;
    Ok(list(found.iter().rev(), |inspection| {
        let violation = inspection.violation.as_ref().map(|violation| Dynamic::from(violation.id.as_str()));
        record([
            ("inspectionId", Dynamic::from(inspection.id.as_str())),
            ("date", Dynamic::from(inspection.date.to_string())),
            ("program", Dynamic::from(inspection.program.code())),
            ("type", Dynamic::from(inspection.kind)),
            ("outcome", Dynamic::from(if violation.is_some() { "violation" } else { "compliant" })),
            ("violationId", optional(violation)),
        ])
    }))
}

/// Violations that inspections found, the latest first: `active` ones that are not settled yet, or `inactive` ones.
fn violations(state: &State<'_, '_>, id: &str, from: &str, to: &str, status: &str) -> Result<Dynamic, Error> {
    let (found, today) = happened(state, id, from, to)?;
    let active = |violation: &Violation| violation.resolved > today;
    let with = found.iter().rev().filter_map(|inspection| Some((inspection, inspection.violation.as_ref()?)));
    let wanted = with.filter(|(_, violation)| active(violation) == (status == "active"));
    Ok(list(wanted, |(inspection, violation)| violation_record(inspection, violation, today)))
}

/// A violation as it stands on a day: what has not been done yet is not told.
fn violation_record(inspection: &Inspection, violation: &Violation, today: Date) -> Dynamic {
    let settled = violation.resolved <= today;
    let action = (violation.action_date <= today).then(|| {
        record([
            ("type", Dynamic::from(violation.action)),
            ("date", Dynamic::from(violation.action_date.to_string())),
            ("penalty", Dynamic::from(violation.penalty)),
        ])
    });
    record([
        ("violationId", Dynamic::from(violation.id.as_str())),
        ("inspectionId", Dynamic::from(inspection.id.as_str())),
        ("found", Dynamic::from(inspection.date.to_string())),
        ("program", Dynamic::from(inspection.program.code())),
        ("description", Dynamic::from(violation.description)),
        ("severity", Dynamic::from(if violation.significant { "significant" } else { "minor" })),
        ("status", Dynamic::from(if settled { "inactive" } else { "active" })),
        ("resolved", optional(settled.then(|| Dynamic::from(violation.resolved.to_string())))),
        ("action", optional(action)),
    ])
}
