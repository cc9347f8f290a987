//! A load generator that costs little: blocking-free sockets on one thread, requests as ready-made bytes.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// What a round gave.
pub struct Measured {
    /// Calls that were answered while it was measured.
    pub calls: u64,
    /// Requests a second.
    pub rps: f64,
    /// CPU time of the server a request, in microseconds.
    pub cpu_us: f64,
    /// Median latency in microseconds.
    pub p50_us: f64,
    /// 99th percentile of the latency in microseconds.
    pub p99_us: f64,
}

/// Sends the requests in turn over so many connections for so long.
pub fn measure(addr: SocketAddr, requests: &[Vec<u8>], connections: usize, time: Duration, pid: u32) -> Measured {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let local = tokio::task::LocalSet::new();
    local.block_on(&runtime, async move {
        let requests: std::rc::Rc<Vec<Vec<u8>>> = std::rc::Rc::new(requests.to_vec());
        run(addr, &requests, connections, time / 4).await;
        let (before, began) = (cpu(pid), Instant::now());
        let mut latencies = run(addr, &requests, connections, time).await;
        let (elapsed, spent) = (began.elapsed().as_secs_f64(), cpu(pid) - before);
        latencies.sort_unstable();
        let at = |q: f64| f64::from(latencies[((latencies.len() - 1) as f64 * q) as usize]);
        Measured {
            calls: latencies.len() as u64,
            rps: latencies.len() as f64 / elapsed,
            cpu_us: spent * 1e6 / latencies.len() as f64,
            p50_us: at(0.5),
            p99_us: at(0.99),
        }
    })
}

async fn run(addr: SocketAddr, requests: &std::rc::Rc<Vec<Vec<u8>>>, connections: usize, time: Duration) -> Vec<u32> {
    let end = Instant::now() + time;
    let next = std::rc::Rc::new(std::cell::Cell::new(0usize));
    let mut tasks = Vec::new();
    for _ in 0..connections {
        let (requests, next) = (requests.clone(), next.clone());
        tasks.push(tokio::task::spawn_local(async move {
            let mut stream = TcpStream::connect(addr).await.unwrap();
            stream.set_nodelay(true).unwrap();
            let mut latencies = Vec::new();
            let mut buffer = Vec::with_capacity(65536);
            while Instant::now() < end {
                let i = next.get();
                next.set((i + 1) % requests.len());
                let sent = Instant::now();
                stream.write_all(&requests[i]).await.unwrap();
                buffer.clear();
                while whole(&buffer).is_none() {
                    assert!(stream.read_buf(&mut buffer).await.unwrap() > 0, "the server closed the connection");
                }
                assert!(buffer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&buffer));
                latencies.push(sent.elapsed().as_micros() as u32);
            }
            latencies
        }));
    }
    let mut all = Vec::new();
    for task in tasks {
        all.extend(task.await.unwrap());
    }
    all
}

/// Where the body of a complete response begins and ends.
pub fn whole(buffer: &[u8]) -> Option<(usize, usize)> {
    let head = buffer.windows(4).position(|w| w == b"\r\n\r\n")? + 4;
    let text = std::str::from_utf8(&buffer[..head]).ok()?;
    let length = text.lines().find_map(|l| l.to_ascii_lowercase().strip_prefix("content-length:")?.trim().parse().ok());
    let end = head + length.unwrap_or(0usize);
    (buffer.len() >= end).then_some((head, end))
}

/// Resident memory of a process in MiB.
pub fn memory(pid: u32) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().split(' ').next()).and_then(|n| n.parse::<f64>().ok());
    kib.unwrap_or(0.0) / 1024.0
}

/// CPU seconds that a process has used, user and system.
fn cpu(pid: u32) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let fields: Vec<&str> = stat.rsplit(") ").next().unwrap_or("").split(' ').collect();
    let ticks = |i: usize| fields.get(i).and_then(|f| f.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}
