//! Answers that are sent as they come.

use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body_util::{Either, Full};
use hyper::Response;
use hyper::body::{Body, Frame};
use tokio::sync::mpsc;

/// An answer that is whole already, or comes piece by piece.
pub type Answer = Response<Either<Full<Bytes>, Streamed>>;

/// The answer was not finished; the client's connection is broken off, so that it cannot take it for whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the answer was not finished")]
pub struct Unfinished;

/// The body of an answer, fed by someone else.
#[derive(Debug)]
pub struct Streamed(mpsc::Receiver<Result<Bytes, Unfinished>>);

/// The other end of an answer's body.
pub type Feed = mpsc::Sender<Result<Bytes, Unfinished>>;

impl Streamed {
    /// A body and its feed. One piece waits at most, so that a slow client slows the server down and takes no memory.
    pub fn new() -> (Feed, Self) {
        let (feed, pieces) = mpsc::channel(1);
        (feed, Self(pieces))
    }
}

impl Body for Streamed {
    type Data = Bytes;
    type Error = Unfinished;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Unfinished>>> {
        self.0.poll_recv(cx).map(|piece| piece.map(|piece| piece.map(Frame::data)))
    }
}
