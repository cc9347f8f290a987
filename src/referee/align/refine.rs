use super::{State, exhaust};

/// Gold calls that are worked out again at most. Ten calls that all need each other's results stay far below; a turn
/// beyond it keeps the pairing it has, which is optimal level by level.
const BUDGET: usize = 4_000;

/// Lets gold calls that others depend on exchange their partners, among themselves or for a call that is left over, as
/// long as that makes the whole more right: which of two equal orders gave the number that was paid later decides which
/// gold order it stands for.
pub(super) fn refine(state: &mut State<'_, '_>) {
    let mut best = worth(state, &state.partners);
    let movable: Vec<usize> = (0..state.gold.len()).filter(|g| matters(state, *g)).collect();
    let mut budget = BUDGET;
    while best != (0, 0) {
        let Some(better) = step(state, &movable, best, &mut budget) else {
            return exhaust::exhaust(state, &movable);
        };
        best = worth(state, &better);
        state.partners = better;
    }
}

/// The first exchange that is better.
fn step(
    state: &State<'_, '_>,
    movable: &[usize],
    best: (usize, usize),
    budget: &mut usize,
) -> Option<Vec<Option<usize>>> {
    for g in movable {
        for other in candidates(state, *g) {
            let mut partners = state.partners.clone();
            *budget = budget.checked_sub(partners.len())?;
            if let Some(holder) = partners.iter().position(|partner| *partner == Some(other)) {
                partners[holder] = partners[*g];
            }
            partners[*g] = Some(other);
            if worth(state, &partners) < best {
                return Some(partners);
            }
        }
    }
    None
}

/// Calls of the same tool that another gold call has, or none.
fn candidates(state: &State<'_, '_>, g: usize) -> Vec<usize> {
    let (gold, own) = (&state.gold[g], state.partners[g]);
    let of_tool = |at: &usize| state.calls[*at].toolset == gold.toolset && state.calls[*at].tool == gold.tool;
    (0..state.calls.len()).filter(|at| own.is_some() && own != Some(*at) && of_tool(at)).collect()
}

/// Whether the choice of this call's partner has a say in anything but its own slots.
fn matters(state: &State<'_, '_>, g: usize) -> bool {
    let gold = &state.gold[g];
    !gold.after.is_empty() || state.gold.iter().any(|other| other.after.contains(&gold.id))
}

/// Wrong slots, then calls in the wrong order; less is better.
pub(super) fn worth(state: &State<'_, '_>, partners: &[Option<usize>]) -> (usize, usize) {
    let mut worth = (0, 0);
    for (g, partner) in partners.iter().enumerate() {
        let Some(at) = *partner else { continue };
        worth.0 += state.wanted(g, partners).faults(state.calls[at], state.terms.resolver);
        let before = state.gold[g].after.iter().filter_map(|id| partners[*state.ids.get(id.as_str())?]);
        worth.1 += before.filter(|before| state.calls[*before].at > state.calls[at].at).count();
    }
    worth
}
