//! Proxies in front of a tool server, ours or another's: what passes through is journalled, and may be judged.
//!
//! - [`record`]: a reverse proxy that writes down every exchange
//! - [`referee`], [`Court`]: plays the user's side too, and sends tool calls on to the server
//! - [`Behind`], [`Target`]: the server behind
//! - `relay`: one exchange from end to end; `exchange`: what is journalled of it
//! - `tls`: whose certificates are believed
//! - `kept`, `body`, `headers`: what is passed on, and what of it is kept

mod body;
mod call;
mod court;
mod exchange;
mod headers;
mod kept;
mod recorder;
mod relay;
mod serve;
mod tls;
mod upstream;

pub use court::Court;
pub use serve::{Behind, record, referee};
pub use tls::TlsError;
pub use upstream::Target;
