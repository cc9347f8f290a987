//! Properties of the path, over assets, days and seeds.

use jiff::ToSpan;
use jiff::civil::{Date, date};

use super::path::{HOURS, MINUTES};
use super::*;

fn market() -> Market {
    let read = |name: &str| {
        std::fs::read(format!("{}/responses/world/{name}.json", env!("CARGO_MANIFEST_DIR"))).expect("a table")
    };
    Market::from_tables(&read("crypto_assets"), &read("currencies")).expect("the tables are sound")
}

fn days() -> impl Iterator<Item = Date> {
    date(2024, 12, 20).series(37.days()).take(20)
}

fn end(day: Date) -> Minute {
    Minute { day: day.saturating_add(5.days()), hour: 0, minute: 0 }
}

#[test]
fn there_are_more_than_a_hundred_assets() {
    assert!(market().all().len() > 100);
}

#[test]
fn every_day_opens_at_the_daily_rate_and_closes_at_the_next() {
    let market = market();
    for (seed, day) in (0..).map(Seed).zip(days()) {
        for (code, money) in [("BTC", "EUR"), ("ETH", "USD"), ("SHIB", "JPY"), ("USDC", "GBP")] {
            let (asset, money) = (market.find(code).expect("an asset"), market.money(money).expect("money"));
            let candles = market.quote(seed, asset, money).daily(day, day.saturating_add(2.days()), end(day));
            for candle in &candles {
                assert_eq!(candle.prices.open, market.rate(seed, &asset.currency, money, candle.day));
            }
            assert!(candles.windows(2).all(|pair| pair[0].prices.close == pair[1].prices.open));
        }
    }
}

#[test]
fn a_days_high_is_the_highest_of_its_hours_and_minutes() {
    let market = market();
    for (seed, day) in (0..).map(Seed).zip(days()) {
        let (asset, money) = (market.find("SOL").expect("an asset"), market.money("CHF").expect("money"));
        let quote = market.quote(seed, asset, money);
        let whole = quote.daily(day, day, end(day))[0];
        let hours = quote.hourly(day, end(day));
        assert_eq!(hours.len(), HOURS);
        let joined = hours.iter().map(|hour| hour.prices).reduce(Sum::then).expect("hours");
        assert_eq!(joined, whole.prices);
        for hour in hours.iter().step_by(5) {
            let at = |minute| quote.price(Minute { day, hour: hour.hour.unwrap_or(0), minute });
            let minutes = (0..MINUTES).map(|minute| Sum::at(at(minute))).reduce(Sum::then).expect("minutes");
            assert_eq!(
                (minutes.open, minutes.high, minutes.low),
                (hour.prices.open, hour.prices.high, hour.prices.low)
            );
        }
        let traded: f64 = hours.iter().map(|hour| hour.volume).sum();
        assert!((traded / whole.volume - 1.0).abs() < 1e-9);
    }
}

#[test]
fn hours_and_minutes_lie_within_the_day() {
    let market = market();
    let (asset, money) = (market.find("BTC").expect("an asset"), market.money("USD").expect("money"));
    for (seed, day) in (0..).map(Seed).zip(days()) {
        let quote = market.quote(seed, asset, money);
        let whole = quote.daily(day, day, end(day))[0].prices;
        assert!(whole.high / whole.low < 1.25, "{whole:?}");
        for hour in quote.hourly(day, end(day)) {
            let hour = hour.prices;
            assert!(whole.low <= hour.low && hour.low <= hour.open.min(hour.close));
            assert!(hour.open.max(hour.close) <= hour.high && hour.high <= whole.high);
        }
    }
}

#[test]
fn the_ticker_sees_the_last_day() {
    let market = market();
    let (asset, money) = (market.find("ADA").expect("an asset"), market.money("EUR").expect("money"));
    let quote = market.quote(Seed(3), asset, money);
    let now = Minute { day: date(2026, 3, 2), hour: 8, minute: 17 };
    let ticker = quote.ticker(now);
    assert_eq!(ticker.price, quote.price(now));
    let before = Minute { day: date(2026, 3, 1), ..now };
    assert_eq!(ticker.day_before, quote.price(before));
    let all = (0..=24 * 60).map(|n| {
        let at = before.hour * 60 + before.minute + n;
        let day = before.day.saturating_add(((at / 1440) as i64).days());
        quote.price(Minute { day, hour: at / 60 % HOURS, minute: at % MINUTES })
    });
    let (low, high) = all.fold((f64::MAX, f64::MIN), |(l, h), p| (l.min(p), h.max(p)));
    assert_eq!((low, high), (ticker.low, ticker.high));
}

#[test]
fn texts_are_read_as_pairs() {
    let market = market();
    let read = |text: &str| match market.pair(text) {
        Pair::Found(asset, money) => format!("{} {}", asset.code(), money.map_or("-", |m| m.code.as_str())),
        Pair::Unquotable(asset, word) => format!("{} {word}?", asset.code()),
        Pair::Unknown => "?".into(),
    };
    for (text, expected) in [
        ("BTC", "BTC -"),
        (" bitcoin ", "BTC -"),
        ("Bitcoin Cash", "BCH -"),
        ("btc-eur", "BTC EUR"),
        ("ETH/usd", "ETH USD"),
        ("BTCEUR", "BTC EUR"),
        ("Ether in Swiss francs", "ETH CHF"),
        ("BTC-USDT", "BTC USDT?"),
        ("₿", "BTC -"),
        ("EUR", "?"),
        ("", "?"),
    ] {
        assert_eq!(read(text), expected, "{text}");
    }
    assert!(market.near("BTCC").contains(&"BTC".to_owned()));
}
