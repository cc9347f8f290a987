use serde_json::{Map, Value};

use crate::call::{ToolName, kinds};
use crate::journal::format::ReplyKind;

kinds! {
    /// A kind of change to what gold does.
    pub enum Kind {
        Oracle "oracle" "Nothing is changed."
        Drop "drop" "A call is left out."
        Duplicate "duplicate" "A call is made twice in a row."
        Twice "do_it_twice" "All calls are made, and then all once more."
        Swap "swap" "A call is made before one that it depends on."
        Reorder "reorder" "Calls that do not depend on each other are made in another order."
        Boolean "perturb_boolean" "A truth value is turned round."
        Number "perturb_number" "A number is a little larger, smaller or of another sign."
        Text "perturb_text" "A text has other words."
        NearMiss "near_miss" "A text differs in one character or one word."
        Choice "perturb_choice" "Another of the values that a schema lists."
        Moment "perturb_moment" "Another day, hour or minute."
        Name "perturb_name" "Another place, currency, code or the like."
        List "perturb_list" "An item of a list is missing, doubled or another one."
        Object "perturb_object" "A field of an object is missing or another one."
        Id "rename_id" "What came out of an earlier result is replaced by another id."
        WrongType "wrong_type" "A number is written as text, or a text as a list."
        Omit "omit" "An argument is left out that is not its default."
        Invent "invent" "An argument is added that gold leaves out."
        Respell "respell" "The same value in another spelling."
        DefaultWritten "default_written" "A default is written out."
        DefaultLeftOut "default_left_out" "An argument that is its default is left out."
        Technical "technical" "An argument that decides nothing is another one."
        HarmlessRead "harmless_read" "A call is added that changes nothing."
        ExtraWrite "extra_write" "A call is added that changes something."
        AskInstead "ask_instead" "A question in the place of calls."
        AskFirst "ask_first" "A question that is not needed, and then all calls."
        ActInstead "act_instead" "The calls without the question."
        AskWrong "ask_wrong" "A question about something else, and then the calls."
        AskOnly "ask_only" "The question and nothing more."
        Nothing "do_nothing" "Nothing at all is done."
        Everything "do_everything" "Every tool on offer is called once, with the arguments of an example."
        Random "random" "Tools by chance, with the arguments of an example by chance."
    }
}

/// One thing that an agent does.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Act {
    Call(Made),
    Say(String, ReplyKind),
}

/// A call that is made.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Made {
    pub tool: ToolName,
    pub arguments: Map<String, Value>,
}

/// What has to come out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expect {
    /// The turn passes.
    Pass,
    /// The turn fails.
    Fail,
    /// It passes if all calls were answered; else nothing is laid down, since the tool itself sees a difference.
    PassIfAnswered,
    /// It fails if the act at this position changed something, and else passes if all calls were answered.
    FailIfChanged(usize),
    /// It fails, unless the act at this position got the very answer that gold gets: then the tool sees no difference, and
    /// nothing is laid down.
    FailUnlessSame(usize),
    /// It passes if the act at this position got the answer that gold gets, fields aside that repeat the argument which
    /// differs, and else fails; nothing is laid down where it was refused.
    AsAnswered(usize),
    /// Nothing is laid down: what the change comes to depends on the tool.
    Open,
}

/// One change, and what has to come out of it.
#[derive(Clone, Debug)]
pub(super) struct Case {
    pub kind: Kind,
    /// The change in words.
    pub what: String,
    pub acts: Vec<Act>,
    pub exact: Expect,
    pub relaxed: Expect,
}

impl Case {
    /// A change that both verdicts judge alike.
    pub fn both(kind: Kind, what: impl Into<String>, acts: Vec<Act>, expect: Expect) -> Self {
        Self { kind, what: what.into(), acts, exact: expect, relaxed: expect }
    }
}

impl Act {
    /// The closing words.
    pub fn close() -> Self {
        Self::Say("There you are.".into(), ReplyKind::Statement)
    }

    /// A question.
    pub fn ask(text: &str) -> Self {
        Self::Say(text.to_owned(), ReplyKind::Question)
    }
}
