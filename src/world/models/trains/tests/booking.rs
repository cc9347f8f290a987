//! Seats and train ids.

use jiff::civil::date;

use super::{MONDAY, morning, numbers, railway};
use crate::world::models::trains::*;
use crate::world::seed::Seed;

#[test]
fn seats_add_up_and_fill_as_the_day_comes_nearer() {
    let railway = railway();
    let moments =
        [date(2026, 1, 5).at(9, 0, 0, 0), date(2026, 2, 20).at(9, 0, 0, 0), morning(), MONDAY.at(23, 0, 0, 0)];
    let (mut full, mut empty) = (0, 0);
    for number in numbers(&railway).into_iter().step_by(7) {
        for class in Class::ALL {
            let mut last = 0;
            for now in moments {
                let at = railway.at(Seed(42), now);
                let Some(run) = at.run(number, MONDAY) else { continue };
                let seats = at.seats(&run, class, &[]);
                assert_eq!(seats.sold + seats.available, seats.capacity);
                assert!(seats.sold >= last, "{number} loses passengers");
                last = seats.sold;
                full += usize::from(seats.level() == Some(Level::Full));
                empty += usize::from(seats.level() == Some(Level::Low));
            }
        }
    }
    assert!(full > 20 && empty > 1000, "{full} full, {empty} empty");
}

#[test]
fn a_booking_gets_a_seat_of_its_class_that_no_one_has() {
    let railway = railway();
    let at = railway.at(Seed(42), morning());
    let number = at.departures(railway.find_station("ut").unwrap(), MONDAY, 700, 60)[0].number;
    let run = at.run(number, MONDAY).unwrap();
    let free = at.seats(&run, Class::Second, &[]).available as usize;
    let mut taken: Vec<Seat> = Vec::new();
    for i in 0..free {
        let seat = at.seat(&run, Class::Second, &format!("TB{i}"), &taken).unwrap();
        assert!(!taken.contains(&seat));
        taken.push(seat);
        assert_eq!(at.seats(&run, Class::Second, &taken).available as usize, free - i - 1);
    }
    assert_eq!(at.seat(&run, Class::Second, "TBX", &taken), None);
    assert_eq!(at.seats(&run, Class::Second, &taken).level(), Some(Level::Full));
}

#[test]
fn two_bookings_get_their_seats_in_either_order() {
    let railway = railway();
    let at = railway.at(Seed(42), morning());
    let number = at.departures(railway.find_station("ut").unwrap(), MONDAY, 700, 60)[0].number;
    let run = at.run(number, MONDAY).unwrap();
    let seat = |id: &str, taken: &[Seat]| at.seat(&run, Class::Second, id, taken).unwrap();
    let (a, b) = (seat("TBA", &[]), seat("TBB", &[]));
    assert_eq!((seat("TBB", &[a]), seat("TBA", &[b])), (b, a));
}

#[test]
fn train_ids_name_a_run_or_a_part_of_it() {
    let railway = railway();
    let at = railway.at(Seed(42), morning());
    let number = at.departures(railway.find_station("Den Helder").unwrap(), MONDAY, 600, 60)[0].number;
    let whole = at.offer(&number.to_string(), MONDAY).unwrap();
    assert_eq!((whole.from.code.as_str(), whole.to.code.as_str()), ("hdr", "nm"));
    let part = at.offer(&format!("{number}-UT-AH"), MONDAY).unwrap();
    assert_eq!(part.id, format!("{number}-ut-ah"));
    assert!(part.departure > whole.departure && part.arrival < whole.arrival);
    for wrong in [
        "",
        "x",
        "3000",
        "99999",
        &format!("{number}-ah-ut"),
        &format!("{number}-ut"),
        &format!("{number}-ut-gn"),
        "1-2-3-4",
    ] {
        assert_eq!(at.offer(wrong, MONDAY).unwrap_err(), OfferError::Unknown, "{wrong}");
    }
    assert_eq!(railway.near_ids(&format!("{number}-ah-ut")), [format!("{number}-hdr-nm")]);
    assert_eq!(railway.near_ids("3000").len(), 3);
}

#[test]
fn boarding_after_midnight_belongs_to_the_train_of_the_day_before() {
    let railway = railway();
    let at = railway.at(Seed(42), morning());
    let ut = railway.find_station("ut").unwrap();
    let tuesday = date(2026, 3, 3);
    let event = at.departures(ut, tuesday, 0, 60).into_iter().find(|e| e.run_date == MONDAY).unwrap();
    let offer = at.offer(&format!("{}-ut-{}", event.number, event.destination.code), tuesday).unwrap();
    assert_eq!((offer.run.date, offer.departure.date), (MONDAY, tuesday));
}

#[test]
fn a_train_has_departed_when_it_has_really_left() {
    let railway = railway();
    let ut = railway.find_station("ut").unwrap();
    let late = railway.at(Seed(42), MONDAY.at(23, 0, 0, 0)).departures(ut, MONDAY, 420, 600);
    let event = late.iter().find(|e| e.delay.is_some_and(|d| d >= 4)).unwrap();
    let id = format!("{}-ut-{}", event.number, event.destination.code);
    let departed = |minutes: i32| {
        let moment = Moment::new(MONDAY, event.due.minute + minutes);
        let now = moment.date.at((moment.minute / 60) as i8, (moment.minute % 60) as i8, 0, 0);
        railway.at(Seed(42), now).offer(&id, MONDAY).unwrap().departed
    };
    assert!(!departed(0) && !departed(event.delay.unwrap()) && departed(event.delay.unwrap() + 1));
}
