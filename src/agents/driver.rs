use hyper::Method;
use serde_json::{Value, json};

use super::client::{Client, ClientError};
use super::{Agent, Planned, Seen, Step};

/// Steps that one turn may take before the driver ends it.
const MAX_STEPS: usize = 50;

/// What a driver wants to know of a session that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// Its name.
    pub session: String,
    /// Turns that were played.
    pub turns: usize,
    /// Calls that were made.
    pub calls: usize,
}

/// Told of every turn that is over.
pub type Progress<'a> = &'a (dyn Fn() + Sync);

/// Plays one persona's dialogue with an agent: opens a session at the operator door, and does everything else at the
/// agent door.
///
/// # Errors
///
/// The server does not answer, or not as documented.
pub async fn play(
    client: &Client,
    operator: &str,
    open: &Value,
    agent: &mut dyn Agent,
    progress: Progress<'_>,
) -> Result<Played, ClientError> {
    let opened = client.expect(Method::POST, &format!("{operator}/sessions"), Some(open)).await?;
    let text = |name: &str| opened[name].as_str().unwrap_or_default().to_owned();
    let mut played = Played { session: text("id"), turns: 0, calls: 0 };
    let base = text("url");
    let host = base.strip_suffix(&text("path")).unwrap_or(&base).to_owned();
    loop {
        let turn = client.expect(Method::GET, &format!("{base}/turn"), None).await?;
        if turn["status"] == "finished" {
            return Ok(played);
        }
        let urls = turn["urls"].clone();
        played.calls += play_turn(client, &base, &host, &urls, agent, turn).await?;
        played.turns += 1;
        progress();
    }
}

async fn play_turn(
    client: &Client,
    base: &str,
    host: &str,
    urls: &Value,
    agent: &mut dyn Agent,
    turn: Value,
) -> Result<usize, ClientError> {
    let (mut seen, mut calls) = (Seen::Turn(turn), 0);
    for _ in 0..MAX_STEPS {
        match agent.next(seen) {
            Step::Call(planned) => {
                calls += planned.len();
                seen = Seen::Answers(call_all(client, host, urls, planned).await?);
            }
            Step::Say { text, kind } => {
                let body = json!({ "text": text, "kind": kind });
                let answer = client.expect(Method::POST, &format!("{base}/reply"), Some(&body)).await?;
                match answer["message"].as_str() {
                    Some(words) => seen = Seen::User(words.to_owned()),
                    None => return Ok(calls),
                }
            }
        }
    }
    let give_up = json!({ "text": "I give up.", "kind": "statement" });
    client.expect(Method::POST, &format!("{base}/reply"), Some(&give_up)).await?;
    Ok(calls)
}

/// Makes the calls of one step at the same time.
async fn call_all(
    client: &Client,
    host: &str,
    urls: &Value,
    planned: Vec<Planned>,
) -> Result<Vec<(u16, Value)>, ClientError> {
    let mut tasks = Vec::new();
    for call in planned {
        let path = urls[&call.tool].as_str().map_or_else(|| format!("/unknown/{}", call.tool), str::to_owned);
        let (client, url) = (client.clone(), format!("{host}{path}"));
        let body = Value::Object(call.arguments);
        tasks.push(tokio::spawn(async move { client.send(Method::POST, &url, Some(&body)).await }));
    }
    let mut answers = Vec::new();
    for task in tasks {
        let answer = task.await.map_err(|e| ClientError::NoAnswer(host.to_owned(), e.to_string()))?;
        answers.push(answer?);
    }
    Ok(answers)
}
