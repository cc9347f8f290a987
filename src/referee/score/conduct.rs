use std::collections::BTreeMap;

use super::measure::Tallied;
use super::{Figure, Figures, Group, Measure, preference};
use crate::referee::finding::{FindingKind, Origin};
use crate::referee::tally::SlotOutcome;
use crate::referee::verdict::TurnVerdict;
use crate::suite::Task;

/// All figures of this group.
pub(super) fn figures(verdicts: &[&TurnVerdict]) -> Figures {
    let mut sums = Sums::default();
    for verdict in verdicts {
        sums.calls(verdict);
        sums.slots(verdict);
        sums.questions(verdict);
        sums.usage(verdict);
    }
    sums.0.insert(Figure::Consistency, preference::all(verdicts));
    let measure = |figure: Figure| {
        let tallied = sums.0.get(&figure).cloned().unwrap_or_default();
        match figure {
            Figure::Calls | Figure::Latency | Figure::AskF1 => tallied.ratio(),
            Figure::InputTokens | Figure::OutputTokens | Figure::Cost => tallied.ratio(),
            Figure::LatencyMedian => Measure::quantile(micros(verdicts), 0.5),
            Figure::LatencyHigh => Measure::quantile(micros(verdicts), 0.95),
            _ => tallied.rate(),
        }
    };
    Figure::of(Group::Conduct).map(|figure| (figure, measure(figure))).collect()
}

fn micros(verdicts: &[&TurnVerdict]) -> Vec<u64> {
    verdicts.iter().flat_map(|verdict| verdict.tally.micros.iter().copied()).collect()
}

#[derive(Default)]
struct Sums(BTreeMap<Figure, Tallied>);

impl Sums {
    fn add(&mut self, figure: Figure, verdict: &TurnVerdict, above: usize, below: usize) {
        self.0.entry(figure).or_default().add(verdict.status, above as f64, below as f64);
    }

    fn calls(&mut self, verdict: &TurnVerdict) {
        let t = &verdict.tally;
        self.add(Figure::Progress, verdict, t.right_calls, t.gold_calls);
        self.add(Figure::IncorrectAction, verdict, usize::from(t.collateral_rows > 0), 1);
        self.add(Figure::Collateral, verdict, t.collateral_rows, t.rows);
        self.add(Figure::Extra, verdict, t.extra_calls, t.calls);
        self.add(Figure::Repeated, verdict, t.repeated_calls, t.calls);
        self.add(Figure::Refused, verdict, t.refused_calls, t.calls);
        self.add(Figure::Loops, verdict, usize::from(t.loops > 0), 1);
        self.add(Figure::Calls, verdict, t.calls, 1);
        let micros: u64 = t.micros.iter().sum();
        self.0.entry(Figure::Latency).or_default().add(verdict.status, micros as f64, t.micros.len() as f64);
    }

    fn usage(&mut self, verdict: &TurnVerdict) {
        let Some(usage) = verdict.tally.usage else { return };
        let tokens = |count: Option<u64>| count.map(|count| count as f64);
        let (input, output) = (tokens(usage.input_tokens), tokens(usage.output_tokens));
        for (figure, spent) in
            [(Figure::InputTokens, input), (Figure::OutputTokens, output), (Figure::Cost, usage.cost)]
        {
            if let Some(spent) = spent {
                self.0.entry(figure).or_default().add(verdict.status, spent, 1.0);
            }
        }
    }

    fn slots(&mut self, verdict: &TurnVerdict) {
        for slot in &*verdict.tally.slots {
            let right = usize::from(slot.outcome == SlotOutcome::Right);
            let origin = match slot.from {
                Origin::Stated => Figure::Stated,
                Origin::Turn => Figure::Turn,
                Origin::Preference => Figure::Preference,
                Origin::Result => Figure::Result,
                Origin::Derived => Figure::Derived,
                Origin::Reply => Figure::Reply,
                Origin::Free | Origin::Unknown => continue,
            };
            self.add(origin, verdict, right, 1);
            if let Some(turns) = slot.turns_back {
                self.add(Figure::back(turns), verdict, right, 1);
            }
        }
    }

    fn questions(&mut self, verdict: &TurnVerdict) {
        let Some(c) = verdict.clarification.filter(|_| verdict.task != Task::Chat) else { return };
        let [needed, asked, right] = [c.needed, c.asked, c.right].map(usize::from);
        self.add(Figure::AskPrecision, verdict, needed * asked, asked);
        self.add(Figure::AskRecall, verdict, needed * asked, needed);
        self.add(Figure::AskF1, verdict, 2 * needed * asked, asked + needed);
        self.add(Figure::AskSubject, verdict, needed * asked * right, needed * asked);
        let has = |kind: FindingKind| usize::from(verdict.findings.iter().any(|finding| finding.kind == kind));
        if c.needed {
            self.add(Figure::ShouldHaveAsked, verdict, has(FindingKind::ShouldHaveAsked), 1);
            self.add(Figure::AskedWrong, verdict, has(FindingKind::AskedWrongThing), 1);
            self.add(Figure::Unsupported, verdict, has(FindingKind::ActedOnUnsupportedValue), 1);
        } else {
            self.add(Figure::ShouldNotHaveAsked, verdict, has(FindingKind::ShouldNotHaveAsked), 1);
        }
    }
}
