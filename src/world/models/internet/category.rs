//! What a site is about, in words that filters use.

use super::domain::{Domain, Role};

/// Sector of a domain, its category, and words that people use for it.
const CATEGORIES: [(&str, &str, &str); 50] = [
    ("advertising", "Advertising", "ads advertising banners trackers"),
    ("analytics", "Analytics", "analytics tracking statistics"),
    ("arts", "Arts and culture", "arts culture museums theatre"),
    ("vpn", "VPN and proxies", "vpn vpns proxy proxies anonymizer"),
    ("banking", "Banking", "banking banks bank"),
    ("blog", "Blogs", "blog blogs"),
    ("bulletproof", "Hosting", ""),
    ("cdn", "Content delivery", "cdn"),
    ("cloud", "Hosting", "hosting cloud"),
    ("construction", "Construction", "construction"),
    ("crypto", "Cryptocurrency", "crypto cryptocurrency bitcoin"),
    ("dating", "Dating", "dating"),
    ("disposable_mail", "Disposable mail", "disposable throwaway temporary-mail"),
    ("dns", "Domain services", ""),
    ("dynamic_dns", "Dynamic DNS", "dyndns"),
    ("education", "Education", "education schools universities"),
    ("energy", "Energy", "energy"),
    ("file_sharing", "File sharing", "file-sharing filesharing"),
    ("finance", "Financial services", "finance financial"),
    ("food", "Food and drink", "food restaurants"),
    ("forum", "Forums", "forum forums"),
    ("gambling", "Gambling", "gambling betting casino casinos gamble lottery poker"),
    ("gaming", "Games", "games gaming"),
    ("government", "Government", "government"),
    ("health", "Health", "health medical pharmacy"),
    ("hosting", "Hosting", ""),
    ("insurance", "Insurance", "insurance"),
    ("isp", "Internet access", ""),
    ("jobs", "Jobs", "jobs recruitment"),
    ("mail", "Mail hosting", ""),
    ("manufacturing", "Manufacturing", "manufacturing"),
    ("marketplace", "Auctions and classifieds", "auctions classifieds marketplace marketplaces"),
    ("mobile", "Internet access", ""),
    ("news", "News", "news newspapers"),
    ("ngo", "Non-profit", "charity charities non-profit"),
    ("parcel", "Parcel delivery", "parcel parcels courier"),
    ("parked", "Parked domains", "parked"),
    ("property", "Property", "property"),
    ("registrar", "Domain services", ""),
    ("retail", "Shopping", "shopping shops retail"),
    ("saas", "Business software", "saas"),
    ("security", "Computer security", ""),
    ("shipping", "Transport", ""),
    ("shortener", "Short links", "shortener shorteners shortened short-links"),
    ("social", "Social networks", "social social-media facebook"),
    ("software", "Software downloads", "downloads"),
    ("sports", "Sports", "sports"),
    ("streaming", "Streaming", "streaming video videos"),
    ("technology", "Technology", "technology"),
    ("webmail", "Web mail", "webmail"),
];

/// More sectors, which share a category with one above.
const MORE: [(&str, &str); 9] = [
    ("telecoms", "Internet access"),
    ("tickets", "Tickets"),
    ("transport", "Transport"),
    ("travel", "Travel"),
    ("utility", "Energy"),
    ("aviation", "Travel"),
    ("website_builder", "Website builders"),
    ("media", "News"),
    ("research", "Education"),
];

/// Category of a domain, e.g. `Parcel delivery`.
pub fn category(domain: &Domain) -> &'static str {
    match domain.role {
        Role::Phishing => "Phishing",
        Role::Malware => "Malware distribution",
        Role::Control => "Command and control",
        Role::Unwanted => "Unwanted software",
        Role::HarmfulApp => "Harmful apps",
        _ => of_sector(&domain.sector),
    }
}

fn of_sector(sector: &str) -> &'static str {
    let first = CATEGORIES.iter().find(|(key, _, _)| *key == sector).map(|(_, name, _)| *name);
    let more = || MORE.iter().find(|(key, _)| *key == sector).map(|(_, name)| *name);
    first.or_else(more).unwrap_or("Business")
}

/// Every category that a site can have, in alphabetical order.
pub fn categories() -> Vec<&'static str> {
    let bad =
        ["Phishing", "Malware distribution", "Command and control", "Unwanted software", "Harmful apps", "Business"];
    let mut all: Vec<&str> = CATEGORIES.iter().map(|c| c.1).chain(MORE.iter().map(|c| c.1)).chain(bad).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The category that a word stands for in a rule, e.g. `betting` for Gambling.
pub fn named(word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    let whole = || categories().into_iter().find(|name| name.to_lowercase() == word);
    let found = CATEGORIES.iter().find(|(_, _, words)| words.split(' ').any(|w| w == word && !w.is_empty()));
    found.map(|(_, name, _)| *name).or_else(whole)
}
