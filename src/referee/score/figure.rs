//! All figures, each with what stands above and below: `docs/scores.md` is made of this list.

use serde::{Serialize, Serializer};

/// What a figure is told by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// Each verdict: there is one for each kind.
    Verdict,
    /// What the agent did, whatever the verdicts say.
    Conduct,
}

/// How a figure is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// As a percentage.
    Share,
    /// As a number.
    Number,
    /// As milliseconds, of microseconds.
    Micros,
}

/// Declares the figures, so that no list of them can be forgotten.
macro_rules! figures {
    ($($name:ident $id:literal $group:ident $unit:ident $title:literal $above:literal $below:literal)*) => {
        /// A figure of a report.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Figure {
            $(#[doc = $title] $name,)*
        }

        impl Figure {
            /// All figures in their order.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The stable id, as it stands in reports.
            pub fn id(self) -> &'static str {
                match self { $(Self::$name => $id),* }
            }

            /// A few words for a person.
            pub fn title(self) -> &'static str {
                match self { $(Self::$name => $title),* }
            }

            /// What it is told by.
            pub fn group(self) -> Group {
                match self { $(Self::$name => Group::$group),* }
            }

            /// How it is printed.
            pub fn unit(self) -> Unit {
                match self { $(Self::$name => Unit::$unit),* }
            }

            /// What is counted above, and what below.
            pub fn parts(self) -> (&'static str, &'static str) {
                match self { $(Self::$name => ($above, $below)),* }
            }
        }
    };
}

figures! {
    St "st" Verdict Share "Single tool"
        "of these, turns that passed" "turns with task `single_tool`"
    Mt "mt" Verdict Share "Multi tool"
        "of these, turns that passed" "turns with task `multi_tool`"
    Loi "loi" Verdict Share "Lack of information"
        "of these, turns that passed" "turns with task `lack_of_information`"
    Average "average" Verdict Share "Average"
        "`st` + `mt` + `loi`" "3; nothing where one of the three has no turns"
    First "first" Verdict Share "First third"
        "of these, turns that passed" "turns in the first third of their dialogue, without chat"
    Mid "mid" Verdict Share "Middle third"
        "of these, turns that passed" "turns in the middle third of their dialogue, without chat"
    Last "last" Verdict Share "Last third"
        "of these, turns that passed" "turns in the last third of their dialogue, without chat"
    Chat "chat" Verdict Share "Chat"
        "of these, turns that passed" "turns with task `chat`; they are in no other figure of this table"
    Session "session" Verdict Share "Whole sessions"
        "of these, sessions of which every turn passed, chat left out" "sessions with a turn that is not chat"
    Optimal "optimal" Verdict Share "Optimal path"
        "of these, turns that passed with no more calls and questions than gold has" "turns that are not chat"
    Progress "progress" Conduct Share "Progress"
        "of these, calls that were made rightly: answered, every deciding argument right, after the calls and the question they need" "gold calls"
    Stated "from_stated" Conduct Share "Said in this turn"
        "of these, arguments that were right" "arguments whose value was said in this turn"
    Turn "from_turn" Conduct Share "Said in an earlier turn"
        "of these, arguments that were right" "arguments whose value was said in an earlier turn"
    Preference "from_preference" Conduct Share "Preference"
        "of these, arguments that were right" "arguments that a preference fixes"
    Result "from_result" Conduct Share "Result"
        "of these, arguments that were right" "arguments whose value stands in a result of the turn"
    Derived "from_derived" Conduct Share "Worked out"
        "of these, arguments that were right" "arguments whose value is worked out, such as a date"
    Reply "from_reply" Conduct Share "User's answer"
        "of these, arguments that were right, after a question in time" "arguments whose value is in the user's answer to a question"
    Back0 "back_0" Conduct Share "0 turns back"
        "of these, arguments that were right" "arguments whose value was said in this turn"
    Back1 "back_1" Conduct Share "1 turn back"
        "of these, arguments that were right" "arguments whose value was last said 1 turn back"
    Back2 "back_2" Conduct Share "2 to 3 turns back"
        "of these, arguments that were right" "arguments whose value was last said 2 to 3 turns back"
    Back4 "back_4" Conduct Share "4 to 7 turns back"
        "of these, arguments that were right" "arguments whose value was last said 4 to 7 turns back"
    Back8 "back_8" Conduct Share "8 to 15 turns back"
        "of these, arguments that were right" "arguments whose value was last said 8 to 15 turns back"
    Back16 "back_16" Conduct Share "16 to 31 turns back"
        "of these, arguments that were right" "arguments whose value was last said 16 to 31 turns back"
    Back32 "back_32" Conduct Share "32 turns back or more"
        "of these, arguments that were right" "arguments whose value was last said 32 turns back or more"
    Consistency "consistency" Conduct Share "Preferences kept"
        "of these, pairs in which every argument that the preference fixes was right" "pairs of a preference and a topic that uses it"
    AskPrecision "ask_precision" Conduct Share "Questions: precision"
        "of these, turns that needed a question" "turns in which the agent asked, chat left out"
    AskRecall "ask_recall" Conduct Share "Questions: recall"
        "of these, turns in which the agent asked before it acted" "turns that needed a question"
    AskF1 "ask_f1" Conduct Share "Questions: F1"
        "twice the turns that needed a question and got one in time" "turns in which the agent asked + turns that needed a question"
    AskSubject "ask_subject" Conduct Share "Questions: subject"
        "of these, turns in which the question was about what was missing" "turns in which a needed question was asked in time"
    ShouldHaveAsked "should_have_asked" Conduct Share "Should have asked"
        "of these, turns with a finding `should_have_asked`" "turns that needed a question"
    AskedWrong "asked_wrong" Conduct Share "Asked the wrong thing"
        "of these, turns with a finding `asked_wrong_thing`" "turns that needed a question"
    Unsupported "unsupported" Conduct Share "Acted on an unsupported value"
        "of these, turns with a finding `acted_on_unsupported_value`" "turns that needed a question"
    ShouldNotHaveAsked "should_not_have_asked" Conduct Share "Should not have asked"
        "of these, turns with a finding `should_not_have_asked`" "turns that needed no question, chat left out"
    IncorrectAction "incorrect_action" Conduct Share "Incorrect action"
        "of these, turns in which a call that was not right changed something" "turns"
    Collateral "collateral_rows" Conduct Share "Collateral rows"
        "of these, rows that a call changed that was not right" "rows that calls changed"
    Extra "extra_calls" Conduct Share "Needless calls"
        "of these, calls that stand for no gold call and repeat none" "calls"
    Repeated "repeated_calls" Conduct Share "Repeated calls"
        "of these, calls that repeat an equal one without need" "calls"
    Refused "refused_calls" Conduct Share "Refused calls"
        "of these, calls that the schema or the tool refused" "calls"
    Loops "loops" Conduct Share "Loops"
        "of these, turns in which an equal call was made four times or more" "turns"
    Calls "calls" Conduct Number "Calls a turn"
        "calls" "turns"
    Latency "latency" Conduct Micros "Latency, mean"
        "microseconds from request to answer, over all calls" "calls, with those in which the service failed"
    LatencyMedian "latency_p50" Conduct Micros "Latency, median"
        "microseconds that half of the calls did not exceed" "calls; not divided"
    LatencyHigh "latency_p95" Conduct Micros "Latency, 95 %"
        "microseconds that 95 % of the calls did not exceed" "calls; not divided"
    InputTokens "input_tokens" Conduct Number "Input tokens a turn"
        "tokens that the agent says its model read" "turns in which it says so"
    OutputTokens "output_tokens" Conduct Number "Output tokens a turn"
        "tokens that the agent says its model wrote" "turns in which it says so"
    Cost "cost" Conduct Number "Cost a turn"
        "money that the agent says it spent" "turns in which it says so"
}

impl Figure {
    /// The figures of a group, in their order.
    pub fn of(group: Group) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |figure| figure.group() == group)
    }

    /// The figure for a value that was last said so many turns back.
    pub fn back(turns: usize) -> Self {
        match turns {
            0 => Self::Back0,
            1 => Self::Back1,
            2..=3 => Self::Back2,
            4..=7 => Self::Back4,
            8..=15 => Self::Back8,
            16..=31 => Self::Back16,
            _ => Self::Back32,
        }
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}
