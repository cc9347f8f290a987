use super::State;
use super::refine::worth;

/// Pairings that are tried at most. Five gold calls with six calls of their tool have 720, two such groups 518,400.
const PAIRINGS: usize = 5_000;

/// Tries all pairings of the tools whose calls depend on each other, where there are few enough of them: exchanging one
/// pair after the other can end where only two exchanges at once would help. Other tools are paired optimally as they
/// are.
pub(super) fn exhaust(state: &mut State<'_, '_>, movable: &[usize]) {
    let groups = groups(state, movable);
    let mut sizes = groups.iter().map(|group| ways(group.gold.len(), group.calls.len()));
    if sizes.try_fold(1_usize, |all, ways| all.checked_mul(ways?)).is_none_or(|all| all > PAIRINGS) {
        return;
    }
    let mut best = (worth(state, &state.partners), state.partners.clone());
    let mut partners = state.partners.clone();
    for group in &groups {
        group.gold.iter().for_each(|g| partners[*g] = None);
    }
    each(state, &groups, (0, 0, 0), &mut partners, &mut best);
    state.partners = best.1;
}

/// Gold calls of one tool, and the agent's.
struct Group {
    gold: Vec<usize>,
    calls: Vec<usize>,
}

impl Group {
    /// Gold calls that go without one in every pairing that leaves over as few as possible.
    fn spare(&self) -> usize {
        self.gold.len().saturating_sub(self.calls.len())
    }
}

fn groups(state: &State<'_, '_>, movable: &[usize]) -> Vec<Group> {
    let tool = |g: usize| (&state.gold[g].toolset, &state.gold[g].tool);
    let mut groups: Vec<Group> = Vec::new();
    for g in movable {
        if groups.iter().any(|group| group.gold.contains(g)) {
            continue;
        }
        let gold = (0..state.gold.len()).filter(|other| tool(*other) == tool(*g)).collect();
        let of_tool = |at: &usize| (&state.calls[*at].toolset, &state.calls[*at].tool) == tool(*g);
        groups.push(Group { gold, calls: (0..state.calls.len()).filter(of_tool).collect() });
    }
    groups
}

/// In how many ways the fewer of two kinds can each be given one of the more; none where nobody would count them.
fn ways(gold: usize, calls: usize) -> Option<usize> {
    let (few, many) = (gold.min(calls), gold.max(calls));
    (many - few + 1..=many).try_fold(1_usize, |ways, n| ways.checked_mul(n))
}

type Best = ((usize, usize), Vec<Option<usize>>);

/// All ways to go on from a gold call of a group, so many having been left without a partner.
fn each(
    state: &State<'_, '_>,
    groups: &[Group],
    (group, next, without): (usize, usize, usize),
    partners: &mut Vec<Option<usize>>,
    best: &mut Best,
) {
    let Some(of) = groups.get(group) else {
        let worth = worth(state, partners);
        if worth < best.0 {
            *best = (worth, partners.clone());
        }
        return;
    };
    let Some(g) = of.gold.get(next) else { return each(state, groups, (group + 1, 0, 0), partners, best) };
    for at in &of.calls {
        if best.0 != (0, 0) && !partners.contains(&Some(*at)) {
            partners[*g] = Some(*at);
            each(state, groups, (group, next + 1, without), partners, best);
            partners[*g] = None;
        }
    }
    if without < of.spare() {
        each(state, groups, (group, next + 1, without + 1), partners, best);
    }
}
