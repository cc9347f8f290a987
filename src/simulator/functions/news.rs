//! The press. Articles leave as records with the names of the answers' fields; days are `YYYY-MM-DD`.

use jiff::Timestamp;
use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};

use super::time::date;
use super::wrong;
use crate::catalogue::nearest;
use crate::expression::value::{list, optional, record};
use crate::simulator::scope::context;
use crate::world::Seed;
use crate::world::gazetteer::Gazetteer;
use crate::world::models::news::{Article, CATEGORIES, Details, Link, News, Order, Outlet, Page, Trend};
use crate::world::models::titles::key;

/// Most rows that a list gives.
const SECTION_ROWS: usize = 20;
const SOURCE_ROWS: usize = 50;
const HEADLINE_ROWS: usize = 50;
const FEED_ROWS: usize = 15;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("news_category", news_category);
    env.add_function("news_categories", || CATEGORIES.to_vec());
    env.add_function("news_country", news_country);
    env.add_function("find_source", find_source);
    env.add_function("near_sources", near_sources);
    env.add_function("unknown_sources", unknown_sources);
    env.add_function("source_domains", source_domains);
    env.add_function("news_filter", news_filter);
    env.add_function("news_by_source", news_by_source);
    env.add_function("news_article", news_article);
    env.add_function("news_headlines", news_headlines);
    env.add_function("news_trending", news_trending);
    env.add_function("news_search", news_search);
    env.add_function("fishery_news", fishery_news);
}

/// What a call needs: the model, its seed and the instant.
struct Press {
    news: std::sync::Arc<News>,
    seed: Seed,
    now: Timestamp,
}

impl Press {
    fn of(state: &State<'_, '_>) -> Result<Self, Error> {
        let context = context(state)?;
        Ok(Self { news: context.world.facts.model::<News>(), seed: context.world.seed, now: context.clock.now() })
    }

    /// The outlets that these texts name; those that name none are left out.
    fn outlets(&self, texts: &Dynamic) -> Result<Vec<&Outlet>, Error> {
        Ok(texts.try_iter()?.filter_map(|text| self.news.find_source(text.as_str()?)).collect())
    }
}

/// The category that a text means, or `none`.
fn news_category(text: &str) -> Dynamic {
    let wanted = text.trim().to_lowercase();
    optional(CATEGORIES.iter().find(|c| **c == wanted).map(|c| Dynamic::from(*c)))
}

/// The alpha-2 code of a country by its code, or `none`.
fn news_country(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let gazetteer = context(state)?.world.facts.model::<Gazetteer>();
    let code = text.trim().to_uppercase();
    let found = gazetteer.country(&code).filter(|country| country.iso2 == code);
    Ok(optional(found.map(|country| Dynamic::from(country.iso2.as_str()))))
}

/// The outlet that a name or domain means, or `none`.
fn find_source(state: &State<'_, '_>, text: &str) -> Result<Dynamic, Error> {
    let outlet = |o: &Outlet| {
        record([
            ("name", Dynamic::from(o.name.as_str())),
            ("domain", Dynamic::from(o.domain.as_str())),
            ("country", Dynamic::from(o.country.as_str())),
            ("language", Dynamic::from(o.language.as_str())),
        ])
    };
    Ok(optional(Press::of(state)?.news.find_source(text).map(outlet)))
}

/// Up to three outlets whose name, or else whose domain, looks like a text.
fn near_sources(state: &State<'_, '_>, text: &str) -> Result<Vec<String>, Error> {
    let news = Press::of(state)?.news;
    let mut near = nearest::few(text, news.sources().iter().map(|o| o.name.as_str()));
    let domains = nearest::few(text, news.sources().iter().map(|o| o.domain.trim_end_matches(".example")));
    for outlet in domains.iter().filter_map(|domain| news.find_source(domain)) {
        if !near.contains(&outlet.name) {
            near.push(outlet.name.clone());
        }
    }
    near.truncate(3);
    Ok(near)
}

/// Those of the texts that name no outlet.
fn unknown_sources(state: &State<'_, '_>, texts: Dynamic) -> Result<Vec<String>, Error> {
    let press = Press::of(state)?;
    let unknown = |text: Dynamic| text.as_str().filter(|t| press.news.find_source(t).is_none()).map(str::to_owned);
    Ok(texts.try_iter()?.filter_map(unknown).collect())
}

/// Domains of the outlets that the texts name, each once, in alphabetical order.
fn source_domains(state: &State<'_, '_>, texts: Dynamic) -> Result<Vec<String>, Error> {
    let press = Press::of(state)?;
    let mut domains: Vec<String> = press.outlets(&texts)?.iter().map(|o| o.domain.clone()).collect();
    domains.sort_unstable();
    domains.dedup();
    Ok(domains)
}

/// `{total, articles}`: the newest of a category in a language.
fn news_filter(state: &State<'_, '_>, category: &str, language: &str) -> Result<Dynamic, Error> {
    let press = Press::of(state)?;
    Ok(page(&press.news.filter(press.seed, press.now, category, &code(language), SECTION_ROWS)))
}

/// `{total, articles}`: what the outlet of a domain published, in the order of `sort`.
fn news_by_source(state: &State<'_, '_>, domain: &str, from: &str, to: &str, sort: &str) -> Result<Dynamic, Error> {
    let press = Press::of(state)?;
    let order = match sort {
        "relevancy" => Order::Relevancy,
        "popularity" => Order::Popularity,
        "publishedAt" => Order::PublishedAt,
        _ => return Err(wrong(format!("'{sort}' is no order"))),
    };
    let (from, to) = (date(from)?, date(to)?);
    Ok(page(&press.news.by_source(press.seed, press.now, domain, from, to, order, SOURCE_ROWS)))
}

/// Everything about the article at an address, or `none`.
fn news_article(state: &State<'_, '_>, url: &str) -> Result<Dynamic, Error> {
    let press = Press::of(state)?;
    Ok(optional(press.news.by_url(press.seed, url, press.now).map(details)))
}

/// `{total, headlines}` of these days and outlets, most read first.
fn news_headlines(state: &State<'_, '_>, from: &str, to: &str, domains: Dynamic) -> Result<Dynamic, Error> {
    let press = Press::of(state)?;
    let (from, to) = (date(from)?, date(to)?);
    let outlets = press.outlets(&domains)?;
    let domains: Vec<&str> = outlets.iter().map(|o| o.domain.as_str()).collect();
    let page = press.news.headlines(press.seed, press.now, from, to, &domains, HEADLINE_ROWS);
    let ranked = page.articles.iter().enumerate();
    Ok(record([
        ("total", Dynamic::from(page.total)),
        ("headlines", list(ranked, |(i, a)| record(ranked_fields(i, a)))),
    ]))
}

/// `{generatedAt, nextRefreshAt, articles}` of a country's feed; the interval is in minutes.
fn news_trending(state: &State<'_, '_>, country: &str, category: &str, interval: i64) -> Result<Dynamic, Error> {
    let press = Press::of(state)?;
    let feed = press.news.trending(press.seed, press.now, country, category, interval, FEED_ROWS);
    let row = |(i, trend): (usize, &Trend)| {
        let [a, b, c, d, e, f, g, h, j, k] = ranked_fields(i, &trend.article);
        record([a, b, c, d, e, f, g, h, j, k, ("trendScore", Dynamic::from(trend.score))])
    };
    Ok(record([
        ("generatedAt", time(feed.generated_at)),
        ("nextRefreshAt", time(feed.next_at)),
        ("articles", list(feed.trends.iter().enumerate(), row)),
    ]))
}

/// `{total, articles}`: the best hits.
fn news_search(state: &State<'_, '_>, keywords: &str, language: &str, limit: usize) -> Result<Dynamic, Error> {
    let press = Press::of(state)?;
    Ok(page(&press.news.search(press.seed, press.now, keywords, &code(language), limit)))
}

/// `{total, articles}` of the beat of fisheries in these days, newest first, those that hold one of the words or all: rows as
/// everywhere, with the article's tags.
fn fishery_news(
    state: &State<'_, '_>,
    from: &str,
    to: &str,
    wanted: Vec<String>,
    limit: usize,
) -> Result<Dynamic, Error> {
    let press = Press::of(state)?;
    let mut found = press.news.of_beat(press.seed, press.now, "seafood-", date(from)?, date(to)?);
    let wanted: Vec<String> = wanted.into_iter().filter(|word| !word.trim().is_empty()).collect();
    let keys: Vec<String> = wanted.iter().map(|word| key(word)).filter(|word| !word.is_empty()).collect();
    let holds = |article: &Article, word: &str| {
        let text = key(&format!("{} {} {}", article.title, article.summary, article.tags.join(" ")));
        format!(" {text}").contains(&format!(" {word}"))
    };
    found.retain(|article| wanted.is_empty() || keys.iter().any(|word| holds(article, word)));
    let row = |article: &Article| {
        let [a, b, c, d, e, f, g, h, i] = fields(article);
        record([a, b, c, d, e, f, g, h, i, ("tags", list(&article.tags, |tag| Dynamic::from(tag.as_str())))])
    };
    Ok(record([("total", Dynamic::from(found.len())), ("articles", list(found.iter().take(limit), row))]))
}

/// `en` of `EN-gb`.
fn code(language: &str) -> String {
    language.split('-').next().unwrap_or(language).to_lowercase()
}

fn page(page: &Page) -> Dynamic {
    record([("total", Dynamic::from(page.total)), ("articles", list(&page.articles, |a| record(fields(a))))])
}

/// An article as a row of a list with places.
fn ranked_fields(index: usize, article: &Article) -> [(&'static str, Dynamic); 10] {
    let [a, b, c, d, e, f, g, h, i] = fields(article);
    [("rank", Dynamic::from(index + 1)), a, b, c, d, e, f, g, h, i]
}

/// An article as a row of a list.
fn fields(article: &Article) -> [(&'static str, Dynamic); 9] {
    [
        ("title", Dynamic::from(article.title.as_str())),
        ("url", Dynamic::from(article.url.as_str())),
        ("source", Dynamic::from(article.source.as_str())),
        ("domain", Dynamic::from(article.domain.as_str())),
        ("publishedAt", time(article.published_at)),
        ("language", Dynamic::from(article.language)),
        ("category", Dynamic::from(article.category)),
        ("summary", Dynamic::from(article.summary.as_str())),
        ("popularity", Dynamic::from(article.popularity)),
    ]
}

fn details(details: Details) -> Dynamic {
    let Details { article, followed_by } = details;
    record([
        ("title", Dynamic::from(article.title)),
        ("url", Dynamic::from(article.url)),
        ("summary", Dynamic::from(article.summary)),
        ("author", Dynamic::from(article.author)),
        ("source", Dynamic::from(article.source)),
        ("domain", Dynamic::from(article.domain)),
        ("sourceCountry", Dynamic::from(article.source_country)),
        ("publishedAt", time(article.published_at)),
        ("language", Dynamic::from(article.language)),
        ("category", Dynamic::from(article.category)),
        ("section", Dynamic::from(article.section)),
        ("kind", Dynamic::from(article.kind)),
        ("tags", list(article.tags, Dynamic::from)),
        ("wordCount", Dynamic::from(article.word_count)),
        ("readingMinutes", Dynamic::from(article.reading_minutes)),
        ("popularity", Dynamic::from(article.popularity)),
        ("paywalled", Dynamic::from(article.paywalled)),
        ("follows", optional(article.follows.map(link))),
        ("followedBy", list(followed_by, link)),
    ])
}

fn link(link: Link) -> Dynamic {
    record([
        ("title", Dynamic::from(link.title)),
        ("url", Dynamic::from(link.url)),
        ("source", Dynamic::from(link.source)),
        ("publishedAt", time(link.published_at)),
    ])
}

/// RFC 3339 in UTC; articles and feeds are dated to the minute.
fn time(moment: Timestamp) -> Dynamic {
    Dynamic::from(moment.to_string())
}
