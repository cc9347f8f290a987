//! The kinds of vacancies.

/// How far along someone has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// A student or a recent graduate, for some months.
    Intern,
    /// The first years.
    Junior,
    /// Able to work alone.
    Experienced,
    /// Able to teach it.
    Senior,
    /// Leading others.
    Lead,
}

impl Level {
    /// From the least to the most.
    pub const ALL: [Level; 5] = [Level::Intern, Level::Junior, Level::Experienced, Level::Senior, Level::Lead];

    /// A code that never changes, e.g. `senior`.
    pub fn code(self) -> &'static str {
        ["intern", "junior", "experienced", "senior", "lead"][self as usize]
    }

    /// Years of practice that are asked for, at least.
    pub fn years(self) -> u8 {
        [0, 0, 2, 5, 8][self as usize]
    }

    /// What it pays, as a multiple of the experienced level.
    pub(super) fn factor(self) -> f64 {
        [0.45, 0.78, 1.0, 1.28, 1.55][self as usize]
    }
}

/// How someone is employed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Contract {
    /// Full weeks, without an end.
    FullTime,
    /// Fewer hours, without an end.
    PartTime,
    /// For a number of months.
    Fixed,
    /// For a season.
    Temporary,
    /// To learn.
    Internship,
}

impl Contract {
    /// All of them.
    pub const ALL: [Contract; 5] =
        [Contract::FullTime, Contract::PartTime, Contract::Fixed, Contract::Temporary, Contract::Internship];

    /// A code that never changes, e.g. `part-time`.
    pub fn code(self) -> &'static str {
        ["full-time", "part-time", "contract", "temporary", "internship"][self as usize]
    }

    /// Of the letter that the table of roles uses.
    pub(super) fn of_letter(letter: char) -> Option<Contract> {
        "fpcti".find(letter).map(|i| Contract::ALL[i])
    }
}

/// Where the work is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Workplace {
    /// At the employer's.
    OnSite,
    /// Some days here, some there.
    Hybrid,
    /// From anywhere within the reach.
    Remote,
}

impl Workplace {
    /// A code that never changes: `on-site`, `hybrid` or `remote`.
    pub fn code(self) -> &'static str {
        ["on-site", "hybrid", "remote"][self as usize]
    }

    /// Of the letter that the table of roles uses.
    pub(super) fn of_letter(letter: char) -> Option<Workplace> {
        "SHR".find(letter).map(|i| [Workplace::OnSite, Workplace::Hybrid, Workplace::Remote][i])
    }
}

/// From where a remote job may be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reach {
    /// The country of the office.
    Country,
    /// Its continent.
    Continent,
    /// Anywhere.
    World,
}
