use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use serde_json::{Map, Value, json};

use super::common::{Files, Output};
use crate::call::{Call, ToolName, strict};
use crate::catalogue::{Catalogue, Tool};
use crate::world::{Clock, State};

/// List the tools, or call one without a server
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  utb tools list\n  utb tools list --format json\n  utb tools call city-weather/getRealtimeCity city=Utrecht"
)]
pub struct Tools {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    files: Files,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print all tools
    List {
        /// How to print them
        #[arg(long, value_enum, default_value_t)]
        format: Output,
    },
    /// Run one call in a fresh session and print the answer
    Call {
        /// The tool, as TOOLSET/TOOL
        tool: String,
        /// Arguments as NAME=VALUE (a value that is JSON is taken as JSON), or one JSON object
        arguments: Vec<String>,
        /// Seed of the world
        #[arg(long, default_value_t = 0)]
        seed: u64,
        /// Session clock, RFC 3339
        #[arg(long, default_value = crate::world::SANDBOX_TIME)]
        clock: String,
        /// The user's time zone
        #[arg(long, default_value = crate::world::SANDBOX_ZONE)]
        timezone: String,
    },
}

impl Tools {
    pub fn run(self) -> anyhow::Result<ExitCode> {
        let loaded = self.files.load()?;
        let catalogue = &loaded.simulator.catalogue;
        match self.command {
            Command::List { format: Output::Json } => {
                let rows: Vec<Value> = catalogue.tools().map(row).collect();
                anstream::println!("{}", serde_json::to_string_pretty(&rows)?);
            }
            Command::List { format: Output::Table } => anstream::println!("{}", table(catalogue)),
            Command::Call { tool, arguments, seed, clock, timezone } => {
                let (toolset, name) = tool.split_once('/').context("a tool is named TOOLSET/TOOL")?;
                let clock = Clock::parse(&clock, &timezone).map_err(anyhow::Error::msg)?;
                let call = Call { tool: ToolName::new(toolset, name), arguments: parse(&arguments)? };
                let world = loaded.world(seed);
                let outcome = loaded.simulator.respond(&world, &clock, &State::default(), call).outcome;
                match &outcome.rendered {
                    Some(rendered) => anstream::println!("{}", rendered.text),
                    None => anstream::println!("{}", serde_json::to_string_pretty(&outcome.body)?),
                }
                return Ok(ExitCode::from(u8::from(!outcome.is_ok())));
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn row(tool: &Tool) -> Value {
    json!({
        "toolset": tool.name.toolset, "name": tool.name.tool, "effect": tool.effect(),
        "inputSchema": tool.spec.input_schema, "outputSchema": tool.spec.output_schema,
        "decisionSlots": tool.spec.decision_slots,
    })
}

fn table(catalogue: &Catalogue) -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header(["TOOL SET", "TOOL", "EFFECT", "ARGUMENTS (* required)"]);
    for tool in catalogue.tools() {
        let mark = |name: &str| if tool.required().any(|r| r == name) { format!("{name}*") } else { name.to_owned() };
        let arguments: Vec<String> = tool.properties().map(mark).collect();
        table.add_row([&tool.name.toolset, &tool.name.tool, tool.effect(), &arguments.join(", ")]);
    }
    table
}

fn parse(arguments: &[String]) -> anyhow::Result<Map<String, Value>> {
    if let [one] = arguments
        && one.trim_start().starts_with('{')
    {
        return strict::object(one.as_bytes()).map_err(anyhow::Error::msg);
    }
    let mut map = Map::new();
    for argument in arguments {
        let Some((name, value)) = argument.split_once('=') else { bail!("'{argument}' is not NAME=VALUE") };
        let value = strict::value(value.as_bytes()).unwrap_or_else(|_| Value::from(value));
        map.insert(name.to_owned(), value);
    }
    Ok(map)
}
