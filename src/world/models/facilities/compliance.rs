//! How a plant keeps the rules: inspections, what they found, and what came of it.

use jiff::ToSpan;
use jiff::civil::{Date, date};

use super::Facility;
use crate::world::Seed;
use crate::world::seed::Stream;

/// First year with records.
pub const FIRST_YEAR: i16 = 2015;

/// The law under which a plant is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// Clean Air Act.
    Air,
    /// Clean Water Act.
    Water,
    /// Resource Conservation and Recovery Act.
    Waste,
}

impl Program {
    const ALL: [Program; 3] = [Program::Air, Program::Water, Program::Waste];

    /// Initials of the act.
    pub fn code(self) -> &'static str {
        match self {
            Program::Air => "CAA",
            Program::Water => "CWA",
            Program::Waste => "RCRA",
        }
    }

    fn faults(self) -> [&'static str; 5] {
        match self {
            Program::Air => [
                "Emissions above the permitted hourly rate",
                "Continuous monitor out of service without a report",
                "Leak detection and repair survey not carried out in time",
                "Operating hours not recorded for a control device",
                "Deviation report handed in late",
            ],
            Program::Water => [
                "Effluent above the monthly average limit",
                "Discharge monitoring report not handed in",
                "Storm water plan out of date",
                "pH outside the permitted range",
                "Sample not taken at the permitted outfall",
            ],
            Program::Waste => [
                "Containers of hazardous waste without a date",
                "Waste stored for longer than permitted",
                "Manifest incomplete",
                "Training of personnel not documented",
                "Secondary containment damaged",
            ],
        }
    }
}

/// A visit or review.
#[derive(Clone, Debug, PartialEq)]
pub struct Inspection {
    /// Identifier.
    pub id: String,
    /// When.
    pub date: Date,
    /// Under which act.
    pub program: Program,
    /// What was done.
    pub kind: &'static str,
    /// What it found.
    pub violation: Option<Violation>,
}

/// A rule that was broken, as it will have been dealt with in the end.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// Identifier.
    pub id: String,
    /// What was wrong.
    pub description: &'static str,
    /// Whether it is a serious one.
    pub significant: bool,
    /// When it was settled.
    pub resolved: Date,
    /// What the agency did.
    pub action: &'static str,
    /// When it did so.
    pub action_date: Date,
    /// Penalty in US dollars; 0 for none.
    pub penalty: i64,
}

const KINDS: [&str; 4] =
    ["Full compliance evaluation", "Partial compliance evaluation", "Sampling inspection", "Record review"];

impl Facility {
    /// The inspections from one date to another, in order.
    pub fn inspections(&self, seed: Seed, from: Date, to: Date) -> Vec<Inspection> {
        let years = from.year().max(FIRST_YEAR)..=to.year();
        let all = years.flat_map(|year| self.inspections_of(seed, year));
        all.filter(|inspection| from <= inspection.date && inspection.date <= to).collect()
    }

    fn inspections_of(&self, seed: Seed, year: i16) -> Vec<Inspection> {
        let mut dice = seed.stream(&["facilities", "compliance", &self.id, &year.to_string()]);
        let mut days: Vec<i64> = (0..dice.within(0, 4)).map(|_| dice.within(5, 355)).collect();
        days.sort_unstable();
        days.dedup();
        days.iter().enumerate().map(|(n, day)| self.inspection(&mut dice, year, n, *day)).collect()
    }

    fn inspection(&self, dice: &mut Stream, year: i16, number: usize, day: i64) -> Inspection {
        let on = date(year, 1, 1).saturating_add(day.days());
        let program = Program::ALL[dice.below(3)];
        let kind = KINDS[dice.below(KINDS.len())];
        let violation = dice.chance(0.42).then(|| self.violation(dice, year, number, on, program));
        Inspection { id: format!("INS-{}-{year}-{}", self.id, number + 1), date: on, program, kind, violation }
    }

    fn violation(&self, dice: &mut Stream, year: i16, number: usize, found: Date, program: Program) -> Violation {
        let significant = dice.chance(0.3);
        let action_date = found.saturating_add(dice.within(12, if significant { 120 } else { 60 }).days());
        let lasts = if significant { dice.within(120, 700) } else { dice.within(20, 210) };
        let fined = significant || dice.chance(0.25);
        let (least, most) = if significant { (120, 2_400) } else { (10, 160) };
        Violation {
            id: format!("VIO-{}-{year}-{}", self.id, number + 1),
            description: program.faults()[dice.below(5)],
            significant,
            resolved: action_date.saturating_add(lasts.days()),
            action: match (significant, fined) {
                (true, _) => "Administrative order with penalty",
                (false, true) => "Expedited settlement",
                (false, false) => "Notice of violation",
            },
            action_date,
            penalty: if fined { dice.within(least, most) * 125 } else { 0 },
        }
    }
}
