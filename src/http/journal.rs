//! A session's journal as one JSON array, of which only a piece is in memory.

use std::sync::Arc;

use bytes::Bytes;
use http_body_util::Either;

use super::aside::aside;
use super::message;
use super::stream::{Answer, Feed, Streamed, Unfinished};
use crate::call::Problem;
use crate::session::{Engine, Lines, Session};

/// Bytes at which a piece is sent.
const PIECE: usize = 64 << 10;

/// Answers with all records of a session so far.
///
/// # Errors
///
/// 500: the journal cannot be read.
pub async fn answer(engine: &Arc<Engine>, session: Arc<Session>) -> Result<Answer, Problem> {
    let engine = engine.clone();
    let (first, array) = aside(move || Array { lines: engine.lines(&session)?, begun: false }.piece()).await?;
    let reply = |bytes| message::with_type(200, "application/json", bytes);
    let Some(array) = array else { return Ok(reply(first).map(Either::Left)) };
    let (feed, streamed) = Streamed::new();
    tokio::task::spawn_local(send(first, array, feed));
    Ok(reply(Bytes::new()).map(|_| Either::Right(streamed)))
}

/// Sends piece by piece. While a slow client takes one, no thread waits and nothing more is read.
async fn send(first: Bytes, array: Array, feed: Feed) {
    let (mut piece, mut rest) = (first, Some(array));
    loop {
        if feed.send(Ok(piece)).await.is_err() {
            return;
        }
        let Some(array) = rest.take() else { return };
        match aside(move || array.piece()).await {
            Ok((next, left)) => (piece, rest) = (next, left),
            Err(_) => return drop(feed.send(Err(Unfinished)).await),
        }
    }
}

/// What is left of the array.
struct Array {
    lines: Lines,
    begun: bool,
}

impl Array {
    /// The next piece, and what is left after it.
    fn piece(mut self) -> Result<(Bytes, Option<Self>), Problem> {
        let mut piece = Vec::new();
        while piece.len() < PIECE {
            let Some(line) = self.lines.next() else {
                piece.extend_from_slice(if self.begun { b"]" } else { b"[]" });
                return Ok((piece.into(), None));
            };
            piece.push(if self.begun { b',' } else { b'[' });
            piece.extend_from_slice(&line?);
            self.begun = true;
        }
        Ok((piece.into(), Some(self)))
    }
}
