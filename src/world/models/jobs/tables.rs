//! Reading the tables.

use std::collections::BTreeMap;
use std::sync::RwLock;

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::lexicon::Lexicon;
use super::posting::{Board, Desk};
use super::words::words;
use crate::world::facts::{Model, read_table};
use crate::world::models::lands::Lands;
use crate::world::seed::Seed;

/// A trade or profession.
#[derive(Debug, Deserialize)]
pub struct Role {
    /// A code that never changes.
    pub code: String,
    /// By level, none where there is no such job.
    pub titles: [Option<String>; 5],
    /// What people also search for.
    pub other_titles: Vec<String>,
    /// Field of work.
    pub field: String,
    pub(super) industries: Vec<String>,
    /// How common its vacancies are, from 1.
    pub(super) demand: u8,
    /// Multiple of the median wage for the experienced level.
    pub(super) pay: f64,
    pub(super) hourly: bool,
    /// Whether the language of the country is needed.
    pub(super) local_language: bool,
    pub(super) workplaces: String,
    pub(super) types: String,
    /// At most twelve.
    pub skills: Vec<String>,
    pub(super) summaries: Vec<String>,
    pub(super) duties: Vec<String>,
    pub(super) requirements: Vec<String>,
    pub(super) extras: Vec<String>,
}

/// An employer.
#[derive(Debug)]
pub struct Employer {
    /// An id that never changes, e.g. `zorgkring-de-linde`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Index of the industry.
    pub industry: usize,
    /// People who work there, about.
    pub employees: u32,
    /// Year.
    pub founded: i32,
    /// Indices of offices, the seat first.
    pub offices: Vec<usize>,
    /// What it does, in a sentence.
    pub about: String,
    /// Indices of roles that belong to its trade, the common ones more than once.
    pub(super) own_roles: Vec<usize>,
    /// Indices of roles that are needed everywhere, likewise.
    pub(super) any_roles: Vec<usize>,
}

/// A town in which someone has an office.
#[derive(Debug)]
pub struct Office {
    /// GeoNames id.
    pub place: u32,
    /// Name of the town.
    pub city: String,
    /// ISO 3166-1 alpha-2 code.
    pub country: String,
    /// English name of the country.
    pub country_name: String,
    /// `Europe` and so on.
    pub continent: String,
    /// First-level region.
    pub region: String,
    /// Degrees north and east.
    pub position: (f64, f64),
    /// IANA time zone.
    pub timezone: String,
    /// ISO 4217 code of the country's money.
    pub currency: String,
    /// ISO 639-1 code of the language that is worked in.
    pub language: String,
    /// Words of city, region and country.
    pub(super) words: Vec<String>,
}

/// A row of `job_pay`.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Wage {
    pub country: String,
    pub median: f64,
    pub least: f64,
    pub period: String,
    pub weekly_hours: f64,
    pub by_the_hour: bool,
}

/// A row of `job_phrases`.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct Phrase {
    pub kind: String,
    pub places: Vec<String>,
    pub text: String,
}

/// What those who work there think, from 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratings {
    /// Mean of the four below.
    pub overall: f64,
    /// Balance of work and life.
    pub balance: f64,
    /// Pay and benefits.
    pub pay: f64,
    /// Management.
    pub management: f64,
    /// Chances to learn and rise.
    pub career: f64,
    /// How many people rated it.
    pub reviews: u32,
    /// Percent who would recommend it to a friend.
    pub recommend: u8,
}

/// The labour market.
#[derive(Debug)]
pub struct Jobs {
    pub(super) roles: Vec<Role>,
    pub(super) employers: Vec<Employer>,
    pub(super) offices: Vec<Office>,
    pub(super) industries: Vec<(String, String)>,
    pub(super) wages: BTreeMap<String, Wage>,
    pub(super) phrases: Vec<Phrase>,
    pub(super) desks: Vec<Desk>,
    pub(super) lexicon: Lexicon,
    /// What is open on the days that were asked about last.
    pub(super) boards: RwLock<Vec<Board>>,
}

type EmployerRow = (String, String, String, u32, i32, Vec<u32>, String);

/// `cities` has more columns than are read here.
type CityRow = (u32, String, String, String, f64, f64, IgnoredAny, IgnoredAny, String, IgnoredAny);

impl Model for Jobs {
    const TABLES: &'static [&'static str] =
        &["job_roles", "job_companies", "job_industries", "job_pay", "job_phrases", "cities", "countries"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        let [roles, employers, industries, pay, phrases, cities, countries] = tables else {
            return Err("the labour market is built from seven tables".into());
        };
        let roles: Vec<Role> = read_table("job_roles", roles)?;
        let industries: Vec<(String, String)> = read_table("job_industries", industries)?;
        let rows: Vec<EmployerRow> = read_table("job_companies", employers)?;
        let wages: Vec<Wage> = read_table("job_pay", pay)?;
        let wages: BTreeMap<String, Wage> = wages.into_iter().map(|w| (w.country.clone(), w)).collect();
        let phrases: Vec<Phrase> = read_table("job_phrases", phrases)?;
        let offices = read_offices(&rows, cities, countries)?;
        if let Some(unpaid) = offices.iter().find(|office| !wages.contains_key(&office.country)) {
            return Err(format!("job_pay: {} is missing, where there is an office in {}", unpaid.country, unpaid.city));
        }
        let employers = rows.into_iter().map(|row| employer(row, &roles, &industries, &offices));
        let employers: Vec<Employer> = employers.collect::<Result<_, _>>()?;
        let lexicon = Lexicon::new(&roles, &employers, &industries);
        let desks = Desk::all(&employers);
        let boards = RwLock::default();
        Ok(Self { roles, employers, offices, industries, wages, phrases, desks, lexicon, boards })
    }
}

fn employer(
    row: EmployerRow,
    roles: &[Role],
    industries: &[(String, String)],
    offices: &[Office],
) -> Result<Employer, String> {
    let (id, name, code, employees, founded, places, about) = row;
    let industry = industries.iter().position(|(known, _)| *known == code);
    let industry = industry.ok_or_else(|| format!("job_companies: {id}: '{code}' is no industry"))?;
    let at = |place: &u32| offices.iter().position(|office| office.place == *place);
    let offices: Option<Vec<usize>> = places.iter().map(at).collect();
    let offices = offices.filter(|o| !o.is_empty()).ok_or_else(|| format!("job_companies: {id} is nowhere"))?;
    let of = |wanted: &str| {
        let needs = |role: &Role| role.industries.iter().any(|i| i == wanted);
        let weighed = (0..roles.len()).filter(|i| needs(&roles[*i]));
        weighed.flat_map(|i| std::iter::repeat_n(i, usize::from(roles[i].demand))).collect::<Vec<_>>()
    };
    let own_roles = of(&code);
    if own_roles.is_empty() {
        return Err(format!("job_roles: nobody works in the industry '{code}'"));
    }
    // A restaurant of twenty has no procurement department.
    let any_roles = if employees >= 60 { of("any") } else { Vec::new() };
    Ok(Employer { id, name, industry, employees, founded, offices, about, own_roles, any_roles })
}

fn read_offices(employers: &[EmployerRow], cities: &[u8], countries: &[u8]) -> Result<Vec<Office>, String> {
    let mut wanted: Vec<u32> = employers.iter().flat_map(|row| row.5.iter().copied()).collect();
    wanted.sort_unstable();
    wanted.dedup();
    let countries = Lands::read(countries)?;
    let cities: Vec<CityRow> = read_table("cities", cities)?;
    let towns = cities.into_iter().filter(|row| wanted.binary_search(&row.0).is_ok());
    let offices: Vec<Office> = towns.map(|row| office(row, &countries)).collect::<Result<_, _>>()?;
    match offices.len() == wanted.len() {
        true => Ok(offices),
        false => Err("job_companies: a place is not in the table of cities".into()),
    }
}

fn office(row: CityRow, countries: &Lands) -> Result<Office, String> {
    let (place, city, country, region, latitude, longitude, _, _, timezone, _) = row;
    let facts = countries.get(&country).ok_or_else(|| format!("cities: {country} is no country"))?;
    // Where English is among the languages of a country, offices speak it.
    let english = facts.languages.iter().any(|code| code == "en") && facts.continent != "Europe"
        || facts.languages.first().is_some_and(|l| l == "en");
    let language = if english { "en" } else { facts.languages.first().map_or("en", String::as_str) };
    let mut words = words(&format!("{city} {region} {}", facts.name));
    words.sort_unstable();
    words.dedup();
    Ok(Office {
        place,
        words,
        country_name: facts.name.clone(),
        continent: facts.continent.clone(),
        currency: facts.currency.clone(),
        language: language.to_owned(),
        city,
        country,
        region,
        position: (latitude, longitude),
        timezone,
    })
}

impl Jobs {
    /// The employer with this id or name; case does not matter.
    pub fn employer(&self, text: &str) -> Option<&Employer> {
        let wanted = text.trim().to_lowercase();
        self.employers.iter().find(|e| e.id == wanted || e.name.to_lowercase() == wanted)
    }

    /// All employers in the order of the table.
    pub fn employers(&self) -> &[Employer] {
        &self.employers
    }

    /// All roles in the order of the table.
    pub fn roles(&self) -> &[Role] {
        &self.roles
    }

    /// All offices.
    pub fn offices(&self) -> &[Office] {
        &self.offices
    }

    /// An office by its index.
    pub fn office(&self, index: usize) -> &Office {
        &self.offices[index]
    }

    /// Name of an employer's industry.
    pub fn industry(&self, employer: &Employer) -> &str {
        &self.industries[employer.industry].1
    }

    /// What those who work there think of an employer.
    pub fn ratings(&self, seed: Seed, employer: &Employer) -> Ratings {
        let mut stream = seed.stream(&["jobs", "ratings", &employer.id]);
        let mood = 3.6 + 0.35 * stream.bell();
        let mut one = || ((mood + 0.3 * stream.bell()).clamp(1.3, 4.9) * 10.0).round() / 10.0;
        let (balance, pay, management, career) = (one(), one(), one(), one());
        let overall = ((balance + pay + management + career) * 2.5).round() / 10.0;
        let share = stream.between(0.08, 0.45);
        let reviews = (f64::from(employer.employees) * share).round().max(3.0) as u32;
        let recommend = (20.0 * overall - 4.0 + 3.0 * stream.bell()).round().clamp(5.0, 98.0) as u8;
        Ratings { overall, balance, pay, management, career, reviews, recommend }
    }
}
