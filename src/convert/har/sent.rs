//! What a request sent, as the journal keeps it.

use super::body::{self, BYTES, Kind, kind};
use super::check::{At, HarError};
use super::url::Parts;
use crate::call::base64;
use crate::call::hex;

/// The body of a POST or the query of a GET.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Sent {
    /// Where it is text.
    pub raw: Option<String>,
    /// Where it is not.
    pub raw_hex: Option<String>,
}

/// Takes notes of what is lost.
type Note<'n> = &'n mut dyn FnMut(&'static str);

const DROPPED: &str = "the request's body: the recorder did not keep it";

impl Sent {
    /// Reads it from a request.
    ///
    /// # Errors
    ///
    /// The request is not what HAR says it is.
    pub fn read(request: &At<'_>, method: &str, url: &Parts<'_>, note: Note<'_>) -> Result<Self, HarError> {
        let listed = request.maybe("queryString").map_or_else(|| Ok(Vec::new()), |list| list.pairs())?;
        if method == "GET" {
            if request.maybe("postData").is_some() {
                note("the body of a GET");
            }
            let query = request.maybe_text("_query")?.or(url.query);
            return Ok(Self::text(query.map_or_else(|| form(&listed), str::to_owned)));
        }
        if url.query.is_some_and(|query| !query.is_empty()) || !listed.is_empty() {
            note("the query of a POST: a record keeps the body alone");
        }
        let size = request.maybe("bodySize").map_or(Ok(0), |at| at.integer())?;
        match request.maybe("postData") {
            Some(data) => Self::body(&data, size, note),
            None => Ok(Self::nothing(size == 0, size, note)),
        }
    }

    /// HAR has a body as text, or as parameters where the recorder took a form apart.
    fn body(data: &At<'_>, size: i64, note: Note<'_>) -> Result<Self, HarError> {
        data.object()?;
        let Some(text) = data.maybe_text("text")? else { return Self::parameters(data, size, note) };
        // Version 1.2 has no field for this; 1.3 has one, and our own export its own.
        let encoding = data.maybe_text("_encoding")?.or(data.maybe_text("encoding")?).unwrap_or_default();
        let sent = match encoding {
            "" => Self::text(text.to_owned()),
            "base64" => Self::bytes(base64::decode(text).ok_or_else(|| data.wrong("text is no base64"))?),
            other => return Err(data.wrong(format!("the encoding {other:?} is not known"))),
        };
        let media_type = data.maybe_text("mimeType")?.unwrap_or_default();
        let guessed = sent.raw.as_deref().map_or(BYTES, body::of_request);
        if kind(media_type) == Kind::Other && media_type != guessed {
            note("the media type of the request's body");
        }
        Ok(sent)
    }

    fn parameters(data: &At<'_>, size: i64, note: Note<'_>) -> Result<Self, HarError> {
        let list = data.maybe("params").map_or_else(|| Ok(Vec::new()), |list| list.items())?;
        if list.is_empty() {
            return Ok(Self::nothing(size <= 0, size, note));
        }
        if list.iter().any(|parameter| parameter.maybe("fileName").is_some()) {
            note("the request's body: a form with files");
            return Ok(Self::default());
        }
        note("the spelling and media type of a form: its body is built again from the parameters");
        let pair = |at: &At<'_>| -> Result<(String, String), HarError> {
            Ok((at.field("name")?.text()?.to_owned(), at.maybe_text("value")?.unwrap_or_default().to_owned()))
        };
        let pairs = list.iter().map(pair).collect::<Result<Vec<_>, _>>()?;
        Ok(Self::text(form(&pairs)))
    }

    /// No body is there: because none was sent, or because it is not known. HAR writes -1 for a size that is not known.
    fn nothing(none_was_sent: bool, size: i64, note: Note<'_>) -> Self {
        if size > 0 {
            note(DROPPED);
        }
        Self { raw: none_was_sent.then(String::new), raw_hex: None }
    }

    fn text(text: String) -> Self {
        Self { raw: Some(text), raw_hex: None }
    }

    fn bytes(bytes: Vec<u8>) -> Self {
        match String::from_utf8(bytes) {
            Ok(text) => Self::text(text),
            Err(e) => Self { raw: None, raw_hex: Some(hex(e.as_bytes())) },
        }
    }
}

fn form<N: AsRef<str>, V: AsRef<str>>(pairs: &[(N, V)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}
