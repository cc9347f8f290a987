use std::error::Error;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt, Either, Full};
use hyper::body::{Body, Frame, Incoming};
use hyper::http::request::Parts;
use hyper::{Response, Uri, Version};

use super::exchange::{Exchange, problem};
use super::headers;
use super::upstream::{Failure, Upstream, fault};
use crate::call::Problem;
use crate::http::message::{self, Reply};
use crate::http::{Answer, Feed, Streamed, Unfinished};
use crate::journal::format::ExchangeFault;

/// Sends a request on and passes the answer back as it comes. The journal has the exchange before the client has the
/// end of the answer.
pub async fn relay(upstream: &Upstream, parts: Parts, uri: Uri, exchange: Exchange) -> Answer {
    match upstream.send(parts, uri, exchange.body()).await {
        // The request asked for no other protocol: what would upgrade it stayed behind.
        Ok(answer) if answer.status().is_informational() => {
            give_up(exchange, Failure { fault: ExchangeFault::BadResponse, cause: None }).await
        }
        Ok(answer) => pass_on(answer, exchange, upstream.patience).await,
        Err(failure) => give_up(exchange, failure).await,
    }
}

/// Tells the client that there is no answer.
async fn give_up(mut exchange: Exchange, failure: Failure) -> Answer {
    let Failure { fault, cause } = failure;
    discard(&exchange);
    let settled = exchange.settle(Some(fault)).await;
    refuse(&settled.err().unwrap_or_else(|| problem(fault, cause)))
}

/// An answer of the proxy's own.
pub fn own(reply: Reply) -> Answer {
    reply.map(Either::Left)
}

/// A problem of the proxy's own.
pub fn refuse(problem: &Problem) -> Answer {
    own(message::problem(problem))
}

async fn pass_on(answer: Response<Incoming>, mut exchange: Exchange, patience: Duration) -> Answer {
    let (mut head, body) = answer.into_parts();
    exchange.answered(&head);
    headers::pass_on(&mut head.headers);
    // A proxy speaks its own version, whatever that of the server behind is.
    head.version = Version::HTTP_11;
    if body.is_end_stream() {
        return match exchange.settle(None).await {
            Ok(()) => Response::from_parts(head, Either::Left(Full::default())),
            Err(problem) => refuse(&problem),
        };
    }
    let (feed, streamed) = Streamed::new();
    tokio::task::spawn_local(pump(body, feed, exchange, patience));
    Response::from_parts(head, Either::Right(streamed))
}

/// What came next of an answer.
enum Next {
    Piece(Bytes),
    End,
    Fault(ExchangeFault),
}

/// Passes the body of an answer on, piece by piece.
async fn pump(mut body: Incoming, feed: Feed, mut exchange: Exchange, patience: Duration) {
    loop {
        let next = tokio::select! {
            next = next(&mut body, patience) => next,
            () = feed.closed() => Next::Fault(ExchangeFault::ClientLeft),
        };
        let (piece, ended) = match next {
            Next::Piece(piece) => {
                exchange.received(&piece);
                (Some(Ok(piece)), body.is_end_stream().then_some(None))
            }
            Next::End => (None, Some(None)),
            Next::Fault(fault) => (Some(Err(Unfinished)), Some(Some(fault))),
        };
        // With a length, the last piece is the end to the client; without one, the end of the stream is.
        let settled = match ended {
            Some(fault) => exchange.settle(fault).await,
            None => Ok(()),
        };
        // What is not in the journal must not look whole to the client.
        let piece = if settled.is_err() { Some(Err(Unfinished)) } else { piece };
        if let Some(piece) = piece {
            // Where the client left, the feed is closed.
            let _ = feed.send(piece).await;
        }
        if ended.is_some() {
            return;
        }
    }
}

async fn next(body: &mut Incoming, patience: Duration) -> Next {
    loop {
        return match tokio::time::timeout(patience, body.frame()).await {
            Ok(Some(Ok(frame))) => match Frame::into_data(frame) {
                Ok(piece) => Next::Piece(piece),
                // Trailers are about this connection, unless the client asked for them, and no tool sends any.
                Err(_) => continue,
            },
            Ok(Some(Err(e))) => Next::Fault(fault(&e as &(dyn Error + 'static))),
            Ok(None) => Next::End,
            Err(_) => Next::Fault(ExchangeFault::Timeout),
        };
    }
}

/// A client that still sends would never see the answer if the connection were closed on it.
fn discard(exchange: &Exchange) {
    if let Some(Either::Left(body)) = exchange.take_body().filter(|body| !body.is_end_stream()) {
        tokio::task::spawn_local(message::discard(body));
    }
}
