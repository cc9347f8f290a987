//! What an operator's dashboard asks for. Labels are tools and outcomes, never sessions: there are too many of those.

use std::collections::BTreeMap;
use std::fmt;

use prometheus_client::collector::Collector;
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::registry::{Registry, Unit};

use crate::call::ToolName;
use crate::catalogue::Catalogue;

/// Counters of one server.
#[derive(Clone, Debug)]
pub struct Metrics {
    tools: BTreeMap<ToolName, PerTool>,
    /// Calls of tools that there are not.
    unknown: PerTool,
    shared: Counter,
    retries: Counter,
    /// Sessions that were opened or forked.
    pub opened: Counter,
    /// Turns that ended.
    pub turns: Counter,
}

#[derive(Clone, Debug)]
struct PerTool {
    ok: Counter,
    refused: Counter,
    failed: Counter,
    latency: Histogram,
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

impl Default for PerTool {
    fn default() -> Self {
        let latency = Histogram::new(exponential_buckets(10e-6, 2.0, 14));
        Self { ok: Counter::default(), refused: Counter::default(), failed: Counter::default(), latency }
    }
}

impl Metrics {
    /// Counters for these tools, all at zero.
    pub fn new(catalogue: &Catalogue) -> Self {
        Self {
            tools: catalogue.tools().map(|tool| (tool.name.clone(), PerTool::default())).collect(),
            unknown: PerTool::default(),
            shared: Counter::default(),
            retries: Counter::default(),
            opened: Counter::default(),
            turns: Counter::default(),
        }
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

    /// Everything in the text format of OpenMetrics, in the order of names and labels.
    pub fn text(&self, live: usize, scripts: usize) -> String {
        let mut registry = Registry::with_prefix("utb");
        registry.register_collector(Box::new(Reading { metrics: self.clone(), live, scripts }));
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut out, &registry);
        out
    }

    fn per_tool(&self) -> Vec<([(&str, &str); 2], &PerTool)> {
        let labels = |toolset, tool| [("toolset", toolset), ("tool", tool)];
        let known = self.tools.iter().map(|(name, of)| (labels(name.toolset.as_str(), name.tool.as_str()), of));
        let mut all: Vec<_> = known.chain([(labels("unknown", "unknown"), &self.unknown)]).collect();
        all.sort_by_key(|(labels, _)| *labels);
        all
    }
}

/// All counters at one moment. It writes them itself, since the families of the library are hash maps, of which the
/// order differs from run to run.
#[derive(Debug)]
struct Reading {
    metrics: Metrics,
    live: usize,
    scripts: usize,
}

impl Collector for Reading {
    fn encode(&self, mut to: DescriptorEncoder<'_>) -> fmt::Result {
        let metrics = &self.metrics;
        let help = "Time from the parsed request to the finished answer.";
        let mut family = to.encode_descriptor("call_latency", help, Some(&Unit::Seconds), MetricType::Histogram)?;
        for (labels, of) in metrics.per_tool() {
            of.latency.encode(family.encode_family(&labels)?)?;
        }
        let mut family = to.encode_descriptor("calls", "Calls by tool and outcome.", None, MetricType::Counter)?;
        for ([toolset, tool], of) in metrics.per_tool() {
            for (outcome, count) in [("Failed", &of.failed), ("Ok", &of.ok), ("Refused", &of.refused)] {
                count.encode(family.encode_family(&[toolset, tool, ("outcome", outcome)])?)?;
            }
        }
        let gauge = |n: usize| ConstGauge::new(n as i64);
        one(&mut to, "calls_retried", "Calls that repeated an idempotency key.", &metrics.retries)?;
        let help = "Calls answered with what another session had been answered.";
        one(&mut to, "calls_shared", help, &metrics.shared)?;
        one(&mut to, "scripts_kept", "Dialogues kept for sessions to come.", &gauge(self.scripts))?;
        one(&mut to, "sessions_live", "Sessions in memory.", &gauge(self.live))?;
        one(&mut to, "sessions_opened", "Sessions that were opened or forked.", &metrics.opened)?;
        one(&mut to, "turns_ended", "Turns that ended.", &metrics.turns)
    }
}

fn one(to: &mut DescriptorEncoder<'_>, name: &str, help: &str, metric: &impl EncodeMetric) -> fmt::Result {
    metric.encode(to.encode_descriptor(name, help, None, metric.metric_type())?)
}
