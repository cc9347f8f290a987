//! Work that takes long, done aside: calls are answered on threads that never wait.

use std::sync::Arc;

use tokio::sync::Semaphore;

use crate::call::Problem;
use crate::session::{Engine, Session};

/// How much of it is done at once. More would only take the cores and the disk from the calls.
static ROOM: Semaphore = Semaphore::const_new(4);

/// Does it on another thread, when there is room.
///
/// # Errors
///
/// The work's own; 500 where it panicked.
pub async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let broken = |e: String| Problem::new(500, "panic", format!("The server could not answer: {e}."));
    let room = ROOM.acquire().await.map_err(|e| broken(e.to_string()))?;
    let work = move || {
        // Until it is done, also where nobody waits for it any more.
        let _room = room;
        work()
    };
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|e| Err(broken(e.to_string())))
}

/// A session by name; one that was parked is read back from the journal.
///
/// # Errors
///
/// As for [`Engine::session`].
pub async fn session(engine: &Arc<Engine>, id: &str) -> Result<Arc<Session>, Problem> {
    if let Some(session) = engine.session_at_hand(id)? {
        return Ok(session);
    }
    let (engine, id) = (engine.clone(), id.to_owned());
    aside(move || engine.session(&id)).await
}
