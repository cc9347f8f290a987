//! The body of an answer, as the journal keeps it.

use std::borrow::Cow;

use serde_json::value::{RawValue, to_raw_value};

use super::body::{BYTES, Kind, kind, one_line};
use super::check::{At, HarError};
use super::entry::{No, no};
use crate::call::base64;
use crate::journal::format::RenderedRecord;

/// The body of an answer as the recorder kept it.
pub(super) struct Content<'a> {
    text: Option<&'a str>,
    encoding: Option<&'a str>,
    media_type: &'a str,
    /// The JSON answer beside the text, in an export of ours.
    json: Option<At<'a>>,
}

impl<'a> Content<'a> {
    /// Reads it from a response.
    ///
    /// # Errors
    ///
    /// The response is not what HAR says it is.
    pub fn read(response: &At<'a>) -> Result<Self, HarError> {
        let content = response.field("content")?;
        content.object()?;
        Ok(Self {
            text: content.maybe_text("text")?,
            encoding: content.maybe_text("encoding")?.filter(|encoding| !encoding.is_empty()),
            media_type: content.maybe_text("mimeType")?.unwrap_or_default(),
            json: content.maybe("_json"),
        })
    }

    /// The JSON answer, and the text that was sent where that is something else.
    ///
    /// # Errors
    ///
    /// There is no text.
    pub fn answer(&self) -> Result<(Box<RawValue>, Option<RenderedRecord>), No> {
        let text = self.decoded()?;
        if let Some(at) = &self.json {
            let json = one_line(at.text()?).ok_or_else(|| at.wrong("expected JSON in a string"))?;
            return Ok((json, Some(self.rendered(text))));
        }
        let json = if kind(self.media_type) == Kind::Other { None } else { one_line(&text) };
        match json {
            Some(json) => Ok((json, None)),
            None => {
                let quoted = to_raw_value(&*text).map_err(|e| No::Because(e.to_string()))?;
                Ok((quoted, Some(self.rendered(text))))
            }
        }
    }

    fn decoded(&self) -> Result<Cow<'a, str>, No> {
        let Some(text) = self.text else { return no("no response body was recorded") };
        match self.encoding {
            None => Ok(Cow::Borrowed(text)),
            Some("base64") => match base64::decode(text).map(String::from_utf8) {
                Some(Ok(text)) => Ok(Cow::Owned(text)),
                Some(Err(_)) => no("a binary response body"),
                None => no("a response body that is no base64"),
            },
            Some(other) => no(format!("a response body in the encoding {other}")),
        }
    }

    fn rendered(&self, text: Cow<'_, str>) -> RenderedRecord {
        let media_type = if self.media_type.is_empty() { BYTES } else { self.media_type };
        RenderedRecord { media_type: media_type.to_owned(), text: text.into_owned() }
    }
}
