//! What a client has seen the end of is on disk, whatever happens to the proxy.

use std::collections::BTreeSet;
use std::net::TcpStream;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use usertoolbench::journal::{Event, Record};

use crate::fastapi::FastApi;
use crate::programs::Utb;
use crate::wire::{Ask, host};

#[test]
fn a_killed_proxy_loses_no_exchange_whose_answer_was_seen() {
    let server = FastApi::start();
    for round in 0..3 {
        let mut proxy = Utb::record(&server.url, &[]);
        let url = proxy.url().to_owned();
        let (next, count) = (AtomicU64::new(0), AtomicU64::new(0));
        let seen: BTreeSet<u64> = std::thread::scope(|scope| {
            let clients: Vec<_> = (0..6).map(|_| scope.spawn(|| client(&url, &next, &count))).collect();
            // The moment differs from round to round; the first answers must have come.
            while count.load(Ordering::Relaxed) < 40 + 31 * round {
                std::thread::sleep(Duration::from_millis(1));
            }
            proxy.process.kill().unwrap();
            proxy.process.wait().unwrap();
            clients.into_iter().flat_map(|client| client.join().unwrap()).collect()
        });
        let records = proxy.records();
        let number = |raw: &str| serde_json::from_str::<serde_json::Value>(raw).unwrap()["number"].as_u64().unwrap();
        let exchange = |record: &Record| match &record.event {
            Event::Exchange(exchange) if exchange.fault.is_none() => Some(number(exchange.request.text.as_deref()?)),
            _ => None,
        };
        let call = |record: &Record| match &record.event {
            Event::Call(call) => Some(number(call.raw.as_deref()?)),
            _ => None,
        };
        let exchanges: BTreeSet<u64> = records.iter().filter_map(exchange).collect();
        let calls: BTreeSet<u64> = records.iter().filter_map(call).collect();
        assert!(seen.len() >= 40);
        assert!(seen.is_subset(&exchanges), "lost: {:?}", seen.difference(&exchanges));
        assert!(seen.is_subset(&calls), "calls lost: {:?}", seen.difference(&calls));
    }
}

/// Calls until the proxy is gone; gives the numbers of the calls whose answers came whole.
fn client(url: &str, next: &AtomicU64, count: &AtomicU64) -> Vec<u64> {
    let mut seen = Vec::new();
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        let body = format!("{{\"number\": {number}}}");
        let headers = [("Content-Type", "application/json"), ("Connection", "close")];
        let Ok(stream) = TcpStream::connect(host(url)) else { return seen };
        let ask = Ask { method: "POST", path: "/orders/create", headers: &headers, body: body.as_bytes() };
        let Some(answer) = ask.try_send(stream, url).filter(|answer| answer.status == 200) else { return seen };
        if !answer.rest().1 {
            return seen;
        }
        seen.push(number);
        count.fetch_add(1, Ordering::Relaxed);
    }
}
