//! Bodies that are passed on as they come.

use std::error::Error;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body_util::{Either, Full};
use hyper::body::{Body, Frame, Incoming, SizeHint};

use super::kept::Kept;

type Cause = Box<dyn Error + Send + Sync>;

/// The body of a request: from the client, or one that was read already.
pub type Given = Either<Incoming, Full<Bytes>>;

/// What was sent to the server behind; the body on its way there shares it with the exchange.
#[derive(Debug)]
pub struct Sent {
    /// The body that is being passed on, until it is taken back.
    pub body: Option<Given>,
    /// What is kept of it.
    pub kept: Kept,
    /// Whether the client broke off.
    pub broke_off: bool,
}

/// The body of a request on its way: keeps what it passes on.
#[derive(Debug)]
pub struct Tee(pub Arc<Mutex<Sent>>);

/// Takes the lock; nothing is left half-done where it is held.
pub fn lock(sent: &Mutex<Sent>) -> MutexGuard<'_, Sent> {
    sent.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Body for Tee {
    type Data = Bytes;
    type Error = Cause;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Cause>>> {
        let mut sent = lock(&self.0);
        let Some(body) = &mut sent.body else { return Poll::Ready(None) };
        let frame = std::task::ready!(Pin::new(body).poll_frame(cx));
        match &frame {
            Some(Ok(frame)) => sent.kept.push(frame.data_ref().map_or(&[], |data| data)),
            Some(Err(_)) => sent.broke_off = true,
            None => {}
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        lock(&self.0).body.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        lock(&self.0).body.as_ref().map_or_else(|| SizeHint::with_exact(0), Body::size_hint)
    }
}
