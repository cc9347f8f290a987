//! Properties of networks and timetables.

use super::*;
use crate::assets::Assets;
use crate::world::Facts;
use crate::world::models::maps::Maps;

#[test]
fn lines_cross_stops_have_names_of_their_own_and_times_rise() {
    let facts = Facts::load(&Assets::embedded().responses).unwrap();
    let (maps, gazetteer, railway) = (facts.model::<Maps>(), facts.model::<Gazetteer>(), facts.model::<Railway>());
    let (transit, atlas) = (facts.model::<Transit>(), maps.over(&gazetteer));
    for town in ["Ottawa", "Utrecht", "Tokyo", "Quito", "Zeist", "Reykjavik", "Suva", "Leeds"] {
        let place = gazetteer.find(town).unwrap().place;
        let place = Transit::server_of(&gazetteer, place).unwrap_or_else(|| panic!("{town} is served"));
        let network = transit.network(&atlas, &railway, place).unwrap();
        assert!(network.lines.len() >= 2 && network.lines.iter().any(|line| line.number == "1"), "{town}");
        let mut names: Vec<&str> = network.stops.iter().map(|stop| stop.name.as_str()).collect();
        assert!(names.iter().all(|name| name.len() > 3), "{town}: {names:?}");
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), network.stops.len(), "{town}");
        for line in &network.lines {
            assert!(line.minutes.windows(2).all(|pair| pair[0] < pair[1]), "{town} {}", line.number);
            for kind in DayKind::ALL {
                for back in [false, true] {
                    let departures = line.departures(back, kind);
                    assert!(departures.len() > 20 && departures.windows(2).all(|pair| pair[0] < pair[1]), "{kind:?}");
                }
            }
        }
        assert!(network.stops.iter().all(|stop| !stop.lines.is_empty()), "{town}");
    }
}
