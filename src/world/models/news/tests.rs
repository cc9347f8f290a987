use std::collections::{BTreeMap, BTreeSet};

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};

use super::gaps::Filling;
use super::*;

fn news() -> &'static News {
    static NEWS: std::sync::OnceLock<News> = std::sync::OnceLock::new();
    NEWS.get_or_init(|| {
        News::build(&[
            include_bytes!("../../../../responses/world/news_sources.json"),
            include_bytes!("../../../../responses/world/news_authors.json"),
            include_bytes!("../../../../responses/world/news_companies.json"),
            include_bytes!("../../../../responses/world/news_lists.json"),
            include_bytes!("../../../../responses/world/news_stories.json"),
        ])
        .unwrap()
    })
}

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

fn all_days() -> impl Iterator<Item = Date> {
    FIRST_DAY.series(1.day()).take_while(|d| *d <= LAST_DAY)
}

const NOW: &str = "2026-03-02T08:00:00Z";
const FAR: &str = "2031-06-01T00:00:00Z";

#[test]
fn every_day_has_twelve_to_thirty_articles() {
    for seed in [0, 1, 7] {
        let desk = news().desk(Seed(seed));
        let mut counts: BTreeMap<i32, usize> = BTreeMap::new();
        for hit in desk.since(0, i64::MAX / 2, |_| true) {
            *counts.entry(hit.day()).or_default() += 1;
        }
        for (number, date) in all_days().enumerate() {
            let count = counts.get(&(number as i32)).copied().unwrap_or(0);
            assert!((12..=30).contains(&count), "{date} has {count} articles with seed {seed}");
        }
    }
}

#[test]
fn a_telling_rests_for_half_a_year_and_comes_back_with_other_fillings() {
    let desk = news().desk(Seed(3));
    let mut last: BTreeMap<(usize, usize), calendar::Telling> = BTreeMap::new();
    let mut told: Vec<_> = desk.since(0, i64::MAX / 2, |hit| hit.piece == 0);
    told.reverse();
    for telling in told.iter().map(|hit| hit.telling) {
        if let Some(before) = last.insert((telling.story, telling.ordinal), telling) {
            let rest = telling.day - before.day;
            assert!(rest >= REST, "{} comes back after {rest} days", desk.story(telling).id);
            let changes = |filling: &Filling| match filling {
                Filling::Member { pool } => news().pools.pools[*pool].len() > 1,
                Filling::Choice(words) => words.len() > 1,
                _ => false,
            };
            if desk.story(telling).fillings.iter().any(changes) {
                assert_ne!(desk.drawn(before), desk.drawn(telling), "{} repeats itself", desk.story(telling).id);
            }
        }
    }
}

#[test]
fn a_hundred_articles_in_a_row_repeat_no_story() {
    let desk = news().desk(Seed(0));
    let hits = desk.since(0, i64::MAX / 2, |hit| hit.piece == 0);
    let mut near = 0;
    for run in hits.windows(100).step_by(50) {
        let stories: BTreeSet<usize> = run.iter().map(|hit| hit.telling.story).collect();
        near += 100 - stories.len();
    }
    let runs = hits.len() / 50;
    assert!(near < runs * 3, "{near} repetitions in {runs} runs");
}

#[test]
fn headlines_differ_within_five_months() {
    let desk = news().desk(Seed(0));
    let from = i64::from(calendar::day_number(day("2026-01-01"))) * 1440;
    let hits = desk.since(from, from + 150 * 1440, |_| true);
    let mut titles = BTreeSet::new();
    for title in hits.iter().map(|hit| desk.link(hit).title) {
        assert!(titles.insert(title.clone()), "{title} comes twice");
    }
}

#[test]
fn every_address_resolves_to_the_same_article() {
    let mut urls = BTreeSet::new();
    for offset in (0..2556).step_by(41) {
        let date = FIRST_DAY + offset.days();
        for article in news().on_day(Seed(0), date) {
            let found = news().by_url(Seed(0), &article.url, at(FAR)).unwrap();
            assert_eq!(found.article, article);
            assert!(urls.insert(article.url.clone()), "{} occurs twice", article.url);
            assert!(article.url.starts_with(&format!("https://{}/", article.domain)), "{}", article.url);
            assert_eq!(date.strftime("%Y-%m-%d").to_string(), article.published_at.to_string()[..10]);
        }
    }
}

#[test]
fn spellings_of_an_address_are_one_and_guesses_are_none() {
    let url = news().on_day(Seed(0), day("2026-02-20"))[0].url.clone();
    let found = |url: &str| news().by_url(Seed(0), url, at(NOW)).map(|d| d.article.url);
    for spelling in
        [url.replace("https://", "HTTP://www."), format!("{url}/"), format!("{url}?utm=x#top"), format!(" {url} ")]
    {
        assert_eq!(found(&spelling), Some(url.clone()), "{spelling}");
    }
    let without_number = url.rsplit_once('-').unwrap().0.to_owned();
    for guess in [without_number, format!("{url}1"), url.replace("2026/02/20", "2026/02/21"), "x".to_owned()] {
        assert_eq!(found(&guess), None, "{guess}");
    }
}

#[test]
fn nothing_from_the_future_is_visible() {
    let now = at(NOW);
    let dates = (day("2026-02-25"), day("2026-03-20"));
    let mut seen = news().headlines(Seed(0), now, dates.0, dates.1, &[], 1000).articles;
    seen.extend(news().search(Seed(0), now, "council vote", "en", 100).articles);
    seen.extend(news().filter(Seed(0), now, "general", "en", 100).articles);
    seen.extend(news().trending(Seed(0), now, "US", "general", 60, 100).trends.into_iter().map(|t| t.article));
    assert!(seen.len() > 100);
    assert!(seen.iter().all(|a| a.published_at <= now));
    let later = news().on_day(Seed(0), day("2026-03-03"));
    assert_eq!(news().by_url(Seed(0), &later[0].url, now), None);
}

#[test]
fn a_follow_up_is_later_than_its_original_by_another_outlet_and_both_exist() {
    let desk = news().desk(Seed(0));
    let hits = desk.since(0, i64::MAX / 2, |hit| hit.piece > 0);
    assert!(hits.len() > 500);
    for hit in hits.iter().step_by(7) {
        let article = desk.article(hit);
        let original = article.follows.unwrap();
        assert!(original.published_at < article.published_at, "{}", article.url);
        assert_ne!(original.source, article.source, "{}", article.url);
        assert_ne!(original.title, article.title);
        let found = news().by_url(Seed(0), &original.url, article.published_at).unwrap();
        assert_eq!(found.article.title, original.title);
        assert!(found.followed_by.iter().any(|link| link.url == article.url));
        let before = article.published_at - 1.minute();
        let found = news().by_url(Seed(0), &original.url, before).unwrap();
        assert!(found.followed_by.iter().all(|link| link.url != article.url));
    }
}

#[test]
fn the_award_of_greenleaf_and_its_follow_up_are_found_in_every_world() {
    for seed in 0..5 {
        let found = news().search(Seed(seed), at(NOW), "54Xe GreenLeaf retail rising star", "en", 10);
        let first = &found.articles[0];
        assert_eq!(first.source, "54Xe");
        assert!(first.url.starts_with("https://54xe.example/2026/02/25/"), "{}", first.url);
        assert_eq!(first.follows.as_ref().unwrap().source, "Counter & Till");
        let plain = news().search(Seed(seed), at("2026-11-02T08:00:00Z"), "greenleaf retail rising star", "en", 3);
        let sources: Vec<&str> = plain.articles.iter().map(|a| a.source.as_str()).collect();
        assert!(sources.contains(&"54Xe") && sources.contains(&"Counter & Till"), "{sources:?}");
    }
}

#[test]
fn a_filter_gives_a_subset_newest_first() {
    for language in LANGUAGES {
        for category in CATEGORIES {
            let page = news().filter(Seed(0), at(NOW), category, language, 1000);
            assert!(page.articles.iter().all(|a| a.category == category && a.language == language));
            assert!(page.articles.is_sorted_by(|a, b| a.published_at >= b.published_at));
            assert_eq!(page.total, page.articles.len());
        }
    }
    assert_eq!(news().filter(Seed(0), at(NOW), "general", "fi", 20).total, 0);
    let short = news().filter(Seed(0), at(NOW), "general", "en", 5);
    assert!(short.articles.len() == 5 && short.total > 5);
}

#[test]
fn each_language_has_most_categories_within_a_month() {
    for language in LANGUAGES {
        let filled = CATEGORIES.iter().filter(|c| news().filter(Seed(0), at(NOW), c, language, 1).total > 0).count();
        assert!(filled >= 8, "{language} has {filled}");
    }
}

#[test]
fn joined_ranges_are_the_whole_range() {
    let page = |from: &str, to: &str| news().headlines(Seed(0), at(NOW), day(from), day(to), &[], 1000);
    let whole = page("2026-01-05", "2026-02-20");
    let (first, second) = (page("2026-01-05", "2026-01-23"), page("2026-01-24", "2026-02-20"));
    assert_eq!(whole.total, first.total + second.total);
    let urls = |p: &Page| p.articles.iter().map(|a| a.url.clone()).collect::<BTreeSet<_>>();
    assert_eq!(urls(&whole), urls(&first).union(&urls(&second)).cloned().collect());
    assert!(whole.articles.is_sorted_by(|a, b| a.popularity >= b.popularity));
}

#[test]
fn orders_of_an_outlet_hold_the_same_articles() {
    let (from, to) = (day("2026-01-01"), day("2026-02-28"));
    let list = |order| news().by_source(Seed(0), at(NOW), "alderpost.example", from, to, order, 1000).articles;
    let urls = |list: &[Article]| list.iter().map(|a| a.url.clone()).collect::<BTreeSet<_>>();
    let (new, read, own) = (list(Order::PublishedAt), list(Order::Popularity), list(Order::Relevancy));
    assert!(new.len() > 20);
    assert!(new.is_sorted_by(|a, b| a.published_at >= b.published_at));
    assert!(read.is_sorted_by(|a, b| a.popularity >= b.popularity));
    assert!(urls(&new) == urls(&read) && urls(&new) == urls(&own));
    assert!(new.iter().all(|a| a.source == "The Alder Post"));
    let headlines = news().headlines(Seed(0), at(NOW), from, to, &["alderpost.example"], 1000).articles;
    assert_eq!(headlines, read);
}

#[test]
fn searches_find_words_in_any_case_with_any_ending_and_rank_the_headline_first() {
    let find = |words: &str, language: &str| news().search(Seed(0), at(NOW), words, language, 20);
    assert_eq!(find("TRAM Keel", "en"), find("keel tram", "en"));
    assert!(find("Beaver", "en").total >= find("Beavers", "en").total.min(1));
    for article in find("glacier", "en").articles {
        let text = format!("{} {} {}", article.title, article.summary, article.tags.join(" ")).to_lowercase();
        assert!(text.contains("glacier"), "{text}");
    }
    assert!(find("dijkversterking", "nl").total > 0);
    assert!(find("修理", "zh").total > 0);
    assert!(find("ميزانيه بلدية", "ar").total > 0);
    assert_eq!(find("dijkversterking", "en").total, 0);
    assert_eq!(find("xyzzyplugh", "en").total, 0);
    assert_eq!(find("news", "xx").total, 0);
    assert_eq!(find("!!!", "en").total, 0);
}

#[test]
fn every_headline_finds_its_article() {
    let mut missed = Vec::new();
    for article in news().on_day(Seed(0), day("2026-02-18")) {
        let found = news().search(Seed(0), at(NOW), &article.title, article.language, 3);
        if !found.articles.iter().any(|a| a.url == article.url) {
            missed.push(article.title);
        }
    }
    assert!(missed.is_empty(), "{missed:?}");
}

#[test]
fn a_feed_stands_still_between_refreshes() {
    let feed = |now: &str| news().trending(Seed(0), at(now), "NL", "general", 60, 15);
    let (a, b) = (feed("2026-03-02T08:01:00Z"), feed("2026-03-02T08:59:59Z"));
    assert_eq!(a, b);
    assert_eq!(a.generated_at, at("2026-03-02T08:00:00Z"));
    assert_eq!(a.next_at, at("2026-03-02T09:00:00Z"));
    assert!(a.trends.is_sorted_by(|a, b| a.score >= b.score) && !a.trends.is_empty());
    assert!(a.trends.iter().all(|t| ["nl", "en"].contains(&t.article.language)));
}

#[test]
fn feeds_are_filled_everywhere() {
    for country in ["US", "GB", "NL", "DE", "FR", "MX", "CN", "EG", "IN", "JP", "BR"] {
        for category in CATEGORIES {
            let feed = news().trending(Seed(0), at(NOW), country, category, 60, 15);
            assert!(!feed.trends.is_empty(), "{country} {category}");
        }
    }
}

#[test]
fn outlets_are_found_by_name_and_domain() {
    let find = |text: &str| news().find_source(text).map(|o| o.domain.as_str());
    for text in ["The Alder Post", "alder post", "ALDERPOST.example", "https://www.alderpost.example/x", "alderpost"] {
        assert_eq!(find(text), Some("alderpost.example"), "{text}");
    }
    assert_eq!(find("counter and till"), Some("counterandtill.example"));
    assert_eq!(find("Der Nordlotse"), Some("nordlotse.example"));
    assert_eq!(find("晨帆日报"), Some("chenfan.example"));
    assert_eq!(find("The Daily Unwritten"), None);
    for outlet in news().sources() {
        assert_eq!(find(&outlet.name), Some(outlet.domain.as_str()));
        assert_eq!(find(&outlet.domain), Some(outlet.domain.as_str()));
    }
}

#[test]
fn no_gap_is_left_open() {
    let desk = news().desk(Seed(5));
    for hit in desk.since(0, 400 * 1440, |_| true) {
        let article = desk.article(&hit);
        for text in [&article.title, &article.summary, &article.author].into_iter().chain(&article.tags) {
            assert!(
                !text.is_empty() && !text.contains(['{', '}']) && !text.contains("  "),
                "{}: {text:?}",
                article.url
            );
        }
    }
}

#[test]
fn a_story_goes_through_all_its_subjects_before_one_comes_back() {
    for seed in [0, 5] {
        let (news, desk) = (news(), news().desk(Seed(seed)));
        let mut told: Vec<_> = desk.since(0, i64::MAX / 2, |hit| hit.piece == 0);
        told.sort_by_key(|hit| hit.day());
        let mut subjects: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for telling in told.iter().map(|hit| hit.telling) {
            let story = desk.story(telling);
            if story.subject.is_some() {
                let telling::Drawn::Entity(subject) = desk.drawn(telling)[0] else { panic!("gap 0 is the subject") };
                subjects.entry(telling.story).or_default().push(subject);
            }
        }
        assert!(subjects.len() > 100);
        for (story, in_order) in &subjects {
            let (pool, count) = news.stories[*story].subject.unwrap();
            // Neighbours may change places within their stretch of days.
            let window = news.pools.pools[pool].len().saturating_sub(2).max(1).min(in_order.len());
            for together in in_order.windows(window) {
                let distinct: BTreeSet<_> = together.iter().collect();
                assert_eq!(distinct.len(), window, "{} of {count} a half-year, seed {seed}", news.stories[*story].id);
            }
        }
    }
}

/// Records that critics write of are those that the music tables have, by that artist, and out by then.
#[test]
fn records_in_reviews_are_those_of_the_catalogue() {
    type Artist = (String, String);
    let table = |name: &str| -> Vec<Vec<serde_json::Value>> {
        read_table(name, &crate::assets::Assets::embedded().responses[&format!("world/{name}.json")].bytes).unwrap()
    };
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let artists: BTreeMap<String, String> =
        table("music_artists").iter().map(|row| (text(&row[0]), text(&row[1]))).collect();
    let albums: BTreeMap<Artist, Date> = table("music_albums")
        .iter()
        .map(|row| ((text(&row[2]), artists[&text(&row[1])].clone()), day(&text(&row[4]))))
        .collect();
    let reviewed = table("news_companies");
    let reviewed: Vec<_> = reviewed.iter().filter(|row| row[1] == "album").collect();
    assert!(reviewed.len() >= 8);
    for row in &reviewed {
        let released = albums.get(&(text(&row[0]), text(&row[5])));
        let released = released.unwrap_or_else(|| panic!("{} has no record {}", row[5], row[0]));
        let is_old = *released < FIRST_DAY;
        assert_eq!(is_old, row[2] == "record", "{} came out on {released}", row[0]);
    }
    let desk = news().desk(Seed(1));
    let mut met = 0;
    for hit in desk.since(0, i64::MAX / 2, |_| true) {
        let article = desk.article(&hit);
        for row in &reviewed {
            let (title, artist) = (text(&row[0]), text(&row[5]));
            if article.title.contains(&format!("\"{title}\"")) {
                met += 1;
                let date = date_of(hit.day());
                assert!(albums[&(title, artist.clone())] <= date, "{} on {date}", article.title);
                let told = format!("{} {}", article.title, article.summary);
                assert!(told.contains(&artist), "{told}");
            }
        }
    }
    assert!(met > 20, "{met} reviews");
}

fn date_of(number: i32) -> Date {
    calendar::date_of(number).unwrap()
}
