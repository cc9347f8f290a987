//! How dirty the air of a country is on average.
//!
//! Annual means of PM2.5 in µg/m³ in a town of a million, about 2019–2024, rounded; written down from general knowledge of
//! published yearly averages (WHO, national networks), not copied from a data set. Countries without a line take that of
//! their surroundings. Regions are those of the table of cities.

use crate::world::Place;

/// Regions that differ much from their country.
#[rustfmt::skip]
const REGIONS: [(&str, &str, f64); 44] = [
    ("IN", "Delhi", 64.0), ("IN", "Haryana", 60.0), ("IN", "Uttar Pradesh", 60.0), ("IN", "Bihar", 60.0),
    ("IN", "Punjab", 54.0), ("IN", "Rajasthan", 56.0), ("IN", "West Bengal", 44.0), ("IN", "Maharashtra", 32.0),
    ("IN", "Karnataka", 24.0), ("IN", "Tamil Nadu", 22.0), ("IN", "Kerala", 18.0), ("IN", "Telangana", 32.0),
    ("PK", "Punjab", 74.0), ("PK", "Sindh", 44.0), ("CN", "Beijing", 26.0), ("CN", "Hebei", 40.0),
    ("CN", "Henan", 44.0), ("CN", "Shaanxi", 42.0), ("CN", "Xinjiang", 44.0), ("CN", "Shanghai", 21.0),
    ("CN", "Guangdong", 19.0), ("CN", "Fujian", 18.0), ("CN", "Hainan", 12.0), ("CN", "Yunnan", 19.0),
    ("CN", "Tibet", 9.0), ("US", "California", 9.5), ("US", "Hawaii", 4.0), ("US", "Alaska", 6.0),
    ("US", "Utah", 8.5), ("US", "Florida", 7.0), ("IT", "Lombardy", 19.0), ("IT", "Veneto", 18.0),
    ("IT", "Piedmont", 18.0), ("IT", "Emilia-Romagna", 16.0), ("CL", "Santiago Metropolitan", 22.0), ("CL", "Los Lagos Region", 24.0),
    ("TH", "Chiang Mai", 32.0), ("TH", "Phuket", 13.0), ("ID", "Bali", 16.0), ("ID", "Jakarta", 31.0),
    ("PL", "Silesia", 20.0), ("PL", "Lesser Poland", 20.0), ("ZA", "Gauteng", 26.0), ("ZA", "Western Cape", 10.0),
];

/// Countries by their mean, best air first.
#[rustfmt::skip]
const COUNTRIES: [(f64, &str); 26] = [
    (4.0, "IS PF BM NC CK NU WS TO AS FK GL SJ SH PN TK NF CX CC"),
    (4.5, "AU NZ EE FI MU PR VI VG GU MP AX FO BB GD AI MS AG KN DM LC VC MQ GP BL MF SX"),
    (6.0, "SE NO BS TT CW AW BQ KY TC FJ VU SB KI NR TV FM MH PW WF RE YT SC PM"),
    (7.5, "IE GB IM JE GG PT DK AR UY CR CA"),
    (8.0, "US ES LU LI AD GI LV LT BY JP MV"),
    (8.5, "NL FR MC DE CH RU UA"),
    (9.5, "BE AT PA CU JM DO HT BN PG MT PY"),
    (11.0, "SI BR KE MG EC GY SR GF VE BZ TL"),
    (12.5, "CZ HU SK HR CY BG NA PH TZ ZM MZ BW LS SZ AO"),
    (13.5, "PL RO MD CO SG BO DJ MA LR SL CV ST"),
    (15.0, "GR IT AL ME XK VA SM MW ER SO LY TN NI"),
    (17.0, "IL PS KH SN GM GN GW MR DZ HK MO EH SV HN GT"),
    (18.5, "RS MX TR KR TW LK AZ GE LB JO ZA CI GA"),
    (20.0, "CL PE MY TH KZ MN BT YE TG BJ GQ CF SS"),
    (23.0, "MK BA VN LA NG ET BI CG ZW SY TM"),
    (26.0, "AM UZ KP GH UG CM"),
    (28.0, "CN IR OM MM"),
    (30.0, "KG ID ML NE AF"),
    (33.0, "RW SD TD"),
    (35.0, "QA BH KW SA CD"),
    (38.0, "IQ AE NP"),
    (38.5, "EG"),
    (40.0, "BF TJ"),
    (45.0, "IN"),
    (60.0, "PK"),
    (66.0, "BD"),
];

/// Annual mean of PM2.5 in µg/m³ that a town of a million would have at the place.
pub(super) fn usual_particles(place: &Place) -> f64 {
    let region = REGIONS.iter().find(|(country, region, _)| *country == place.country && *region == place.region);
    if let Some((_, _, mean)) = region {
        return *mean;
    }
    let country = COUNTRIES.iter().find(|(_, codes)| codes.split(' ').any(|code| code == place.country));
    // A country that is not listed is a new one; it gets a middling value.
    country.map_or(14.0, |(mean, _)| *mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_country_stands_twice() {
        let mut codes: Vec<&str> = COUNTRIES.iter().flat_map(|(_, codes)| codes.split(' ')).collect();
        codes.sort_unstable();
        assert!(codes.windows(2).all(|pair| pair[0] != pair[1]));
        assert!(codes.iter().all(|code| code.len() == 2), "{codes:?}");
    }
}
