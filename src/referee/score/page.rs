//! `docs/scores.md`.

use super::{Figure, Group};

/// The page that defines all figures, as `docs/scores.md` has it.
pub fn scores_page() -> String {
    let mut page = String::from(HEAD);
    page.push_str(VERDICT);
    rows(Group::Verdict, &mut page);
    page.push_str(CONDUCT);
    rows(Group::Conduct, &mut page);
    page.push_str(REST);
    page
}

fn rows(group: Group, page: &mut String) {
    page.push_str("\n| id | figure | numerator | denominator |\n|---|---|---|---|\n");
    for figure in Figure::of(group) {
        let (above, below) = figure.parts();
        page.push_str(&format!("| `{}` | {} | {above} | {below} |\n", figure.id(), figure.title()));
    }
}

const HEAD: &str = "# Scores

Every figure that a report shows, with what stands above and below. This page is made from `src/referee/score/`; after a change
there, run `UPDATE_DOCS=1 cargo test --test referee`.

- A figure is *numerator / denominator*, and every report prints both beside it.
- A turn that was not run, or that could not be judged (the service failed, the journal breaks off), has not passed. It stands in
  every denominator it belongs to, and a report says how much of a denominator it is (`not_run`, `infrastructure`). Nothing is
  dropped, so an agent cannot gain by breaking off.
- A denominator of zero gives no figure (`-`, `null`), not 0 and not 1.
- Numerators and denominators of all personas and sessions are added before they are divided: each turn counts the same.
- Sessions that several drivers opened under the same agent name belong to one agent.
";

const VERDICT: &str = "
## By kind of verdict

There is one of each for every kind of verdict. *Passed* is what that kind says. A turn's third is by its position in its dialogue:
⌊3 · position / turns⌋, with positions from 0; so it is the same whether or not all turns were run.
";

const CONDUCT: &str = "
## Conduct

What the agent did, whatever the verdicts say. Calls are paired with gold calls as the exact verdict pairs them, each at most once. An
*argument* is a decision slot that gold names, unless any valid value will do; it is right when its call was made and its value
means what gold means. Where a question had to come first and did not, calls are not right, and a value that only the user could
give is a guess and not right either. How many turns back a value was said counts from the latest turn that says it, or that
reveals the preference. Arguments that nobody said (results, worked-out values, answers) have no distance. Gold of other projects
does not tell where a value was said: its arguments are in none of the figures by provenance or distance.
A gold call that may be left out, and its arguments, count nowhere.
";

const REST: &str = "
## Preferences

For each preference of a persona: of the topics that use it (one a session), those in which every argument it fixes was right.
`consistency` adds them up.

## Position

Turns that passed, by tenth of their dialogue (⌊10 · position / turns⌋), chat left out: one a kind of verdict.

## Several sessions over the same turns

Where each turn that is not chat has n ≥ 2 verdicts of one agent, c of which passed, for k up to the smallest n (all of the
first 16, then powers of two, and the last):

- pass@k = mean over turns of 1 − C(n − c, k) / C(n, k): that at least one of k sessions passes the turn
- pass^k = mean over turns of C(c, k) / C(n, k): that all of k pass it

Both are unbiased. The numerator is the sum over turns, the denominator the number of turns.

## Intervals

All are at 95 %.

- A rate has Wilson's score interval: (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n), z = 1.959964.
- A mean (`average`, `ask_f1`, `calls`, `latency`, what was spent, pass@k, pass^k) has a percentile bootstrap of 1,000 resamples: of the turns of each
  task for `average`, of turns for the others. Of more than 4,000 turns it has the normal interval that resampling comes to: mean ±
  z √v, where v is Σ (above − mean · below)² / (Σ below)² for a ratio, and Σ p(1 − p)/n / k² for `average` over k tasks.
  The generator (ChaCha8) starts with the same seed for each figure, so the same verdicts give the same interval.
- The two quantiles of latency have none. Resamples of values that are all equal are all equal, so such a mean has a point for an
  interval; the rates beside it say how little that may mean.

Intervals treat turns as independent. Turns of one dialogue are not quite, so the intervals are a little too narrow.

## Comparing two runs

`utb compare` pairs turns by persona, turn and trial (first session with first session). For each kind of verdict:

- difference: (only the second passed − only the first passed) / turns, with the interval of Bonett and Price (2012):
  δ ± z √((q₁ + q₂ − δ²) / (n + 2)), where q₁ and q₂ are (turns that only one passed + 1) / (n + 2) and δ = q₂ − q₁
- p: McNemar's exact test, two-sided: twice the smaller tail of a binomial with chance 1/2 over the turns that differ, 1 at most
- turns needed to tell the two apart at 5 % with a power of 0.8, if they differ as they do here:
  (1.959964 √ψ + 0.841621 √(ψ − δ²))² / δ², where ψ is the share of turns that differ and δ the difference (Connor 1987);
  6 / ψ at least, since the exact test cannot fall below 5 % with fewer than six turns that differ

A turn that only one of the runs has is listed, and in no pair.
";
