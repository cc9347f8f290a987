//! JSON over HTTP/1.1, as any agent would speak it.

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::{Method, Request, header};
use hyper_util::client::legacy::Client as Hyper;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;

/// A client that keeps its connections.
#[derive(Clone, Debug)]
pub struct Client {
    inner: Hyper<HttpConnector, Full<Bytes>>,
    /// An operator door, and the token that it asks for.
    token: Option<(String, String)>,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The URL is none.
    #[error("'{0}' is not a URL: {1}")]
    Url(String, String),
    /// No one answers there.
    #[error("no answer from {0}: {1}")]
    NoAnswer(String, String),
    /// The answer is not what was expected.
    #[error("{0} answered {1}: {2}")]
    Unexpected(String, u16, String),
}

impl Default for Client {
    fn default() -> Self {
        let mut connector = HttpConnector::new();
        connector.set_nodelay(true);
        Self { inner: Hyper::builder(TokioExecutor::new()).build(connector), token: None }
    }
}

impl Client {
    /// A client that tells this operator door, and nobody else, this token.
    pub fn with_token(operator: &str, token: Option<String>) -> Self {
        Self { token: token.map(|token| (operator.to_owned(), token)), ..Self::default() }
    }

    fn builder(&self, method: Method, url: &str) -> hyper::http::request::Builder {
        let request = Request::builder().method(method).uri(url).header(header::CONTENT_TYPE, "application/json");
        match &self.token {
            Some((operator, token)) if url.starts_with(operator.as_str()) => {
                request.header(header::AUTHORIZATION, format!("Bearer {token}"))
            }
            _ => request,
        }
    }

    /// Sends a request and reads the JSON answer, whatever its status.
    ///
    /// # Errors
    ///
    /// There is no answer.
    pub async fn send(&self, method: Method, url: &str, body: Option<&Value>) -> Result<(u16, Value), ClientError> {
        let bytes = body.map_or_else(Bytes::new, |body| Bytes::from(body.to_string()));
        let request = self
            .builder(method, url)
            .body(Full::new(bytes))
            .map_err(|e| ClientError::Url(url.to_owned(), e.to_string()))?;
        let failed = |e: &dyn std::error::Error| ClientError::NoAnswer(url.to_owned(), chain(e));
        let reply = self.inner.request(request).await.map_err(|e| failed(&e))?;
        let status = reply.status().as_u16();
        let bytes = reply.into_body().collect().await.map_err(|e| failed(&e))?.to_bytes();
        let value = serde_json::from_slice(&bytes);
        // CSV and XML answers are text to an agent.
        Ok((status, value.unwrap_or_else(|_| Value::from(String::from_utf8_lossy(&bytes).into_owned()))))
    }

    /// Sends a request and gives the answer byte for byte.
    ///
    /// # Errors
    ///
    /// There is no answer.
    pub async fn bytes(
        &self,
        method: Method,
        url: &str,
        body: Vec<u8>,
        key: Option<&str>,
    ) -> Result<(u16, Bytes), ClientError> {
        let mut request = self.builder(method, url);
        if let Some(key) = key {
            request = request.header("idempotency-key", key);
        }
        let request = request.body(Full::new(Bytes::from(body)));
        let request = request.map_err(|e| ClientError::Url(url.to_owned(), e.to_string()))?;
        let failed = |e: &dyn std::error::Error| ClientError::NoAnswer(url.to_owned(), chain(e));
        let reply = self.inner.request(request).await.map_err(|e| failed(&e))?;
        let status = reply.status().as_u16();
        Ok((status, reply.into_body().collect().await.map_err(|e| failed(&e))?.to_bytes()))
    }

    /// Sends a request that must succeed.
    ///
    /// # Errors
    ///
    /// There is no answer, or its status is not 2xx.
    pub async fn expect(&self, method: Method, url: &str, body: Option<&Value>) -> Result<Value, ClientError> {
        let (status, value) = self.send(method, url, body).await?;
        match status {
            200..=299 => Ok(value),
            _ => {
                let detail = value["detail"].as_str().map_or_else(|| value.to_string(), str::to_owned);
                Err(ClientError::Unexpected(url.to_owned(), status, detail))
            }
        }
    }
}

fn chain(e: &dyn std::error::Error) -> String {
    let mut text = e.to_string();
    let mut source = e.source();
    while let Some(inner) = source {
        text = format!("{text}: {inner}");
        source = inner.source();
    }
    text
}
