//! The assignment problem in O(n²m), by shortest augmenting paths with potentials (Kuhn 1955; in the form of Jonker and
//! Volgenant 1987).

/// For each row the column that is assigned to it, such that as many rows as possible have one, no column has two, and
/// the sum of the costs is least. `costs[row][column]` must be rectangular.
pub fn assign(costs: &[Vec<i64>]) -> Vec<Option<usize>> {
    let columns = costs.first().map_or(0, Vec::len);
    if columns == 0 {
        return vec![None; costs.len()];
    }
    if costs.len() <= columns {
        return solve(costs.len(), columns, |row, column| costs[row][column]).into_iter().map(Some).collect();
    }
    let mut rows = vec![None; costs.len()];
    for (column, row) in solve(columns, costs.len(), |column, row| costs[row][column]).into_iter().enumerate() {
        rows[row] = Some(column);
    }
    rows
}

/// The column of each of `n` rows, `n` being at most `m`.
fn solve(n: usize, m: usize, cost: impl Fn(usize, usize) -> i64) -> Vec<usize> {
    let mut state =
        Solver { row_price: vec![0; n], column_price: vec![0; m], row_of: vec![None; m], came_from: vec![None; m] };
    for row in 0..n {
        let end = state.search(row, &cost);
        state.augment(row, end);
    }
    let mut column_of = vec![0; n];
    for (column, row) in state.row_of.into_iter().enumerate() {
        if let Some(row) = row {
            column_of[row] = column;
        }
    }
    column_of
}

struct Solver {
    row_price: Vec<i64>,
    column_price: Vec<i64>,
    /// Row that is assigned to a column.
    row_of: Vec<Option<usize>>,
    /// Column before this one on the cheapest path found; none where the path begins at the new row.
    came_from: Vec<Option<usize>>,
}

impl Solver {
    /// The free column at the end of the cheapest path from a new row, after the prices are moved so that every step of
    /// the path costs nothing.
    fn search(&mut self, new: usize, cost: &impl Fn(usize, usize) -> i64) -> usize {
        let m = self.row_of.len();
        let (mut reached, mut distance) = (vec![false; m], vec![i64::MAX; m]);
        let (mut row, mut last) = (new, None);
        loop {
            let mut nearest: Option<usize> = None;
            for column in (0..m).filter(|column| !reached[*column]) {
                let through = cost(row, column) - self.row_price[row] - self.column_price[column];
                if through < distance[column] {
                    distance[column] = through;
                    self.came_from[column] = last;
                }
                if nearest.is_none_or(|nearest| distance[column] < distance[nearest]) {
                    nearest = Some(column);
                }
            }
            let column = nearest.expect("there are at least as many columns as rows, so one is not reached yet");
            self.reprice(new, distance[column], &reached, &mut distance);
            reached[column] = true;
            match self.row_of[column] {
                Some(next) => (row, last) = (next, Some(column)),
                None => return column,
            }
        }
    }

    fn reprice(&mut self, new: usize, step: i64, reached: &[bool], distance: &mut [i64]) {
        self.row_price[new] += step;
        for column in 0..reached.len() {
            if !reached[column] {
                distance[column] -= step;
                continue;
            }
            self.column_price[column] -= step;
            if let Some(row) = self.row_of[column] {
                self.row_price[row] += step;
            }
        }
    }

    /// Gives each column of the path to the row before it.
    fn augment(&mut self, new: usize, end: usize) {
        let mut column = end;
        while let Some(before) = self.came_from[column] {
            self.row_of[column] = self.row_of[before];
            column = before;
        }
        self.row_of[column] = Some(new);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The least cost over all ways, by trying them.
    fn brute(costs: &[Vec<i64>], row: usize, used: &mut Vec<bool>, left: usize) -> Option<i64> {
        if row == costs.len() {
            return (left == 0).then_some(0);
        }
        let mut best = brute(costs, row + 1, used, left);
        for column in 0..used.len() {
            if used[column] || left == 0 {
                continue;
            }
            used[column] = true;
            let with = brute(costs, row + 1, used, left - 1).map(|rest| rest + costs[row][column]);
            used[column] = false;
            best = [best, with].into_iter().flatten().min();
        }
        best
    }

    fn matrix() -> impl Strategy<Value = Vec<Vec<i64>>> {
        (1usize..6, 1usize..6).prop_flat_map(|(n, m)| prop::collection::vec(prop::collection::vec(0i64..9, m), n))
    }

    fn check(costs: &[Vec<i64>]) -> Vec<Option<usize>> {
        let assigned = assign(costs);
        let columns: Vec<usize> = assigned.iter().copied().flatten().collect();
        let distinct: std::collections::BTreeSet<usize> = columns.iter().copied().collect();
        assert_eq!(distinct.len(), columns.len(), "no column twice");
        assert_eq!(columns.len(), costs.len().min(costs[0].len()), "as many as possible");
        assigned
    }

    fn total(costs: &[Vec<i64>], assigned: &[Option<usize>]) -> i64 {
        assigned.iter().enumerate().filter_map(|(row, column)| column.map(|column| costs[row][column])).sum()
    }

    proptest! {
        #[test]
        fn no_other_assignment_is_cheaper(costs in matrix()) {
            let assigned = check(&costs);
            let (n, m) = (costs.len(), costs[0].len());
            let best = brute(&costs, 0, &mut vec![false; m], n.min(m)).unwrap();
            prop_assert_eq!(total(&costs, &assigned), best);
        }
    }

    #[test]
    fn nothing_to_assign_is_fine() {
        assert!(assign(&[]).is_empty());
        assert_eq!(assign(&[Vec::new(), Vec::new()]), [None, None]);
    }

    #[test]
    fn two_hundred_rows_find_their_own_columns() {
        let n = 200;
        let costs: Vec<Vec<i64>> = (0..n).map(|r| (0..n).map(|c| i64::from((r * 7 + 3) % n != c)).collect()).collect();
        let assigned = check(&costs);
        assert_eq!(total(&costs, &assigned), 0);
    }
}
