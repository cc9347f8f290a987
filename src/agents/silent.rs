use super::{Agent, Seen, Step};
use crate::journal::format::ReplyKind;

/// Answers without calling anything: what a turn is worth to one who does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Agent for Silent {
    fn next(&mut self, _: Seen) -> Step {
        Step::Say { text: "I am afraid I cannot do that.".into(), kind: ReplyKind::Statement }
    }
}
