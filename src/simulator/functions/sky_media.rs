//! Pictures and films of the sky.

use minijinja::value::Value as Dynamic;
use minijinja::{Environment, Error, State};

use super::time::date;
use super::wrong;
use crate::simulator::scope::context;
use crate::simulator::value::{list, optional, record};
use crate::world::gazetteer::Gazetteer;
use crate::world::models::sky_media::{Category, Media, Stations};
use crate::world::zone;

pub(super) fn register(env: &mut Environment<'static>) {
    env.add_function("media_category", |text: &str| optional(Category::find(text).map(|c| Dynamic::from(c.code()))));
    env.add_function("media_categories", || Category::ALL.map(Category::code).to_vec());
    env.add_function("sky_media", sky_media);
}

/// What the stations took on their local date, by time. `kind` is `image` or `video`; a category of `none` means all.
fn sky_media(state: &State<'_, '_>, kind: &str, category: Option<&str>, on: &str) -> Result<Dynamic, Error> {
    let context = context(state)?;
    let category = match category {
        Some(code) => Some(Category::find(code).ok_or_else(|| wrong(format!("there is no category {code}")))?),
        None => None,
    };
    let gazetteer = context.world.facts.model::<Gazetteer>();
    let stations = context.world.facts.model::<Stations>();
    let taken = stations.taken(context.world.seed, &gazetteer, category, date(on)?, context.clock.now());
    Ok(list(taken.iter().filter(|media| media.film == (kind == "video")), |media| describe(&gazetteer, media)))
}

fn describe(gazetteer: &Gazetteer, media: &Media) -> Dynamic {
    let local = media.at.to_zoned_datetime(zone(&media.place.timezone));
    let (folder, ending, format) = match media.film {
        true => ("video", "mp4", "video/mp4"),
        false => ("image", "jpg", "image/jpeg"),
    };
    let base = format!("https://media.noctuasky.example/{folder}/{}", local.strftime("%Y/%m/%d"));
    let country = gazetteer.country(&media.place.country).map_or("", |country| country.name.as_str());
    record([
        ("mediaId", Dynamic::from(media.id.as_str())),
        ("mediaType", Dynamic::from(folder)),
        ("category", Dynamic::from(media.category.code())),
        ("title", Dynamic::from(media.title.as_str())),
        ("description", Dynamic::from(media.description.as_str())),
        ("capturedAt", Dynamic::from(local.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string())),
        ("place", Dynamic::from(media.place.name.as_str())),
        ("country", Dynamic::from(country)),
        ("latitude", Dynamic::from(media.place.latitude)),
        ("longitude", Dynamic::from(media.place.longitude)),
        ("station", Dynamic::from(media.station.as_str())),
        ("instrument", Dynamic::from(media.instrument.as_str())),
        ("cloudCover", Dynamic::from(media.cloud)),
        ("url", Dynamic::from(format!("{base}/{}.{ending}", media.id))),
        ("thumbnailUrl", Dynamic::from(format!("{base}/{}-thumb.jpg", media.id))),
        ("format", Dynamic::from(format)),
        ("width", Dynamic::from(media.size.0)),
        ("height", Dynamic::from(media.size.1)),
        ("seconds", Dynamic::from(media.seconds)),
        ("credit", Dynamic::from(format!("NoctuaSky / {}", media.station))),
    ])
}
