//! Boards, delays and cancellations.

use jiff::civil::{DateTime, date};

use super::{MONDAY, morning, numbers, railway};
use crate::world::models::trains::*;
use crate::world::seed::Seed;

#[test]
fn delayed_trains_still_pass_their_stations_in_order() {
    let railway = railway();
    let at = railway.at(Seed(7), MONDAY.at(23, 59, 0, 0));
    for number in numbers(&railway) {
        let Some(run) = at.run(number, date(2026, 2, 26)) else {
            continue;
        };
        let real = |m: Option<Moment>, late: Option<i32>| m.map(|m| Moment::new(m.date, m.minute + late.unwrap_or(0)));
        for pair in run.calls.windows(2) {
            let out = real(pair[0].departure, pair[0].departure_delay).unwrap();
            let into = real(pair[1].arrival, pair[1].arrival_delay).unwrap();
            assert!(into > out, "{number}");
            assert!(real(pair[1].departure, pair[1].departure_delay).is_none_or(|d| d >= into), "{number}");
        }
    }
}

#[test]
fn what_leaves_one_station_arrives_at_the_next() {
    let railway = railway();
    let at = railway.at(Seed(42), morning());
    for station in railway.stations().iter().step_by(23) {
        for event in at.departures(station, MONDAY, 0, 1440) {
            let run = at.run(event.number, event.run_date).unwrap();
            let here = run.calls.iter().position(|c| c.station == station).unwrap();
            assert_eq!(run.calls[here].departure, Some(event.due));
            assert_eq!(run.calls[here].platform, event.platform);
            assert_eq!(run.calls[here].departure_delay, event.delay);
            let next = &run.calls[here + 1];
            let due = next.arrival.unwrap();
            let arrivals = at.arrivals(next.station, due.date, due.minute, 1);
            let there = arrivals.iter().find(|a| a.number == event.number).unwrap();
            assert_eq!((there.due, there.platform, there.delay), (due, next.platform, next.arrival_delay));
        }
    }
}

#[test]
fn boards_are_in_order_and_agree_across_midnight() {
    let railway = railway();
    let at = railway.at(Seed(42), morning());
    let station = railway.find_station("ut").unwrap();
    let evening = at.departures(station, MONDAY, 1380, 180);
    assert!(evening.windows(2).all(|w| (w[0].due, w[0].number) < (w[1].due, w[1].number)));
    let night = at.departures(station, date(2026, 3, 3), 0, 120);
    let late: Vec<u32> = evening.iter().filter(|e| e.due.date > MONDAY).map(|e| e.number).collect();
    assert!(!late.is_empty());
    assert_eq!(late, night.iter().map(|e| e.number).collect::<Vec<_>>());
}

#[test]
fn delays_are_known_two_hours_ahead_and_do_not_change() {
    let railway = railway();
    let (before, later) = (railway.at(Seed(42), morning()), railway.at(Seed(42), MONDAY.at(22, 0, 0, 0)));
    let station = railway.find_station("asd").unwrap();
    let known = before.departures(station, MONDAY, 520, 121);
    assert!(known.iter().all(|e| e.delay.is_some() || e.cancelled.is_some()));
    assert!(before.departures(station, MONDAY, 641, 300).iter().all(|e| e.delay.is_none()));
    for (a, b) in known.iter().zip(later.departures(station, MONDAY, 520, 121)) {
        assert_eq!((a.number, a.delay), (b.number, b.delay));
    }
    let all = later.departures(station, MONDAY, 0, 1320);
    let late = all.iter().filter(|e| e.delay.is_some_and(|d| d > 0)).count();
    assert!(late * 3 < all.len() && late * 20 > all.len(), "{late} of {} late", all.len());
}

#[test]
fn few_trains_are_cancelled_and_some_of_them_are_known_long_ahead() {
    let railway = railway();
    let count = |now: DateTime| {
        let at = railway.at(Seed(42), now);
        let runs = numbers(&railway).into_iter().filter_map(|n| at.run(n, MONDAY));
        let cancelled: Vec<Cancellation> = runs.filter_map(|r| r.cancelled).collect();
        (cancelled.len(), cancelled.iter().filter(|c| c.planned).count())
    };
    let (ahead, after) = (count(date(2026, 2, 1).at(12, 0, 0, 0)), count(date(2026, 3, 4).at(12, 0, 0, 0)));
    assert_eq!(ahead.0, ahead.1);
    assert_eq!(ahead.1, after.1);
    assert!((10..100).contains(&after.0), "{after:?}");
}

#[test]
fn asking_in_another_order_changes_nothing() {
    let railway = railway();
    let (ut, gn) = (railway.find_station("ut").unwrap(), railway.find_station("gn").unwrap());
    let ask = |railway: &Railway| {
        let at = railway.at(Seed(9), morning());
        let ids = at.journeys(ut, gn, MONDAY, 600, 5).iter().map(|j| j.legs[0].id.clone()).collect::<Vec<_>>();
        (ids, format!("{:?}", at.departures(ut, MONDAY, 600, 30)))
    };
    let once = ask(&railway);
    railway.at(Seed(9), morning()).journeys(gn, ut, MONDAY, 500, 9);
    assert_eq!(ask(&railway), once);
    assert_eq!(ask(&super::railway()), once);
}
