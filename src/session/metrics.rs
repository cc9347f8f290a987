//! What an operator's dashboard asks for. Labels are tools and outcomes, never sessions: there are too many of those.

use std::collections::BTreeMap;

use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

use crate::call::ToolName;
use crate::catalogue::Catalogue;

/// Counters of one server.
#[derive(Debug)]
pub struct Metrics {
    registry: Registry,
    tools: BTreeMap<ToolName, PerTool>,
    /// Calls of tools that there are not.
    unknown: PerTool,
    shared: Counter,
    retries: Counter,
    /// Sessions that were opened or forked.
    pub opened: Counter,
    /// Turns that ended.
    pub turns: Counter,
    live: Gauge,
}

#[derive(Debug)]
struct PerTool {
    ok: Counter,
    refused: Counter,
    failed: Counter,
    latency: Histogram,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfTool {
    toolset: String,
    tool: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OfOutcome {
    toolset: String,
    tool: String,
    outcome: Outcome,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
enum Outcome {
    Ok,
    Refused,
    Failed,
}

/// How a call was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum From {
    /// It was worked out, or recorded.
    Work,
    /// It had been worked out for another session.
    Shared,
    /// It was a retry.
    Retry,
}

impl Metrics {
    /// Counters for these tools, all at zero.
    pub fn new(catalogue: &Catalogue) -> Self {
        let mut registry = Registry::with_prefix("utb");
        let calls = Family::<OfOutcome, Counter>::default();
        let buckets = || Histogram::new(exponential_buckets(10e-6, 2.0, 14));
        let latency = Family::<OfTool, Histogram>::new_with_constructor(buckets);
        let per_tool = |toolset: &str, tool: &str| {
            let (toolset, tool) = (toolset.to_owned(), tool.to_owned());
            let of = |outcome| {
                let labels = OfOutcome { toolset: toolset.clone(), tool: tool.clone(), outcome };
                calls.get_or_create(&labels).clone()
            };
            PerTool {
                ok: of(Outcome::Ok),
                refused: of(Outcome::Refused),
                failed: of(Outcome::Failed),
                latency: latency.get_or_create(&OfTool { toolset: toolset.clone(), tool: tool.clone() }).clone(),
            }
        };
        let tools = catalogue.tools().map(|t| (t.name.clone(), per_tool(&t.name.toolset, &t.name.tool))).collect();
        let unknown = per_tool("unknown", "unknown");
        let (shared, retries) = (Counter::default(), Counter::default());
        let (opened, turns, live) = (Counter::default(), Counter::default(), Gauge::default());
        registry.register("calls", "Calls by tool and outcome", calls);
        let help = "Time from the parsed request to the finished answer";
        registry.register_with_unit("call_latency", help, Unit::Seconds, latency);
        registry.register("calls_shared", "Calls answered with what another session had been answered", shared.clone());
        registry.register("calls_retried", "Calls that repeated an idempotency key", retries.clone());
        registry.register("sessions_opened", "Sessions that were opened or forked", opened.clone());
        registry.register("turns_ended", "Turns that ended", turns.clone());
        registry.register("sessions_live", "Sessions in memory", live.clone());
        Self { registry, tools, unknown, shared, retries, opened, turns, live }
    }

    /// Counts a call.
    pub fn call(&self, tool: &ToolName, status: u16, micros: u64, from: From) {
        let per_tool = self.tools.get(tool).unwrap_or(&self.unknown);
        match status {
            ..400 => &per_tool.ok,
            400..500 => &per_tool.refused,
            _ => &per_tool.failed,
        }
        .inc();
        per_tool.latency.observe(micros as f64 / 1e6);
        match from {
            From::Work => {}
            From::Shared => drop(self.shared.inc()),
            From::Retry => drop(self.retries.inc()),
        }
    }

    /// Everything in the text format of OpenMetrics.
    pub fn text(&self, live: usize) -> String {
        self.live.set(live as i64);
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut out, &self.registry);
        out
    }
}
