use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use serde_json::{Map, Value, json};

use super::common::{Files, Output};
use super::show;
use crate::call::{Call, Problem, ToolName, strict};
use crate::catalogue::{Catalogue, Tool};
use crate::world::{Clock, State};

/// List, find, show or call the tools, without a server
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  utb tools list\n  utb tools list --format json\n  utb tools search train platform\n  utb tools show convertCurrency\n  utb tools call city-weather/getRealtimeCity city=Utrecht"
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
    /// Print the tools that have to do with some words, best first
    Search {
        /// The words
        #[arg(required = true)]
        words: Vec<String>,
        /// How to print them
        #[arg(long, value_enum, default_value_t)]
        format: Output,
    },
    /// Print what a tool is for, what it takes and gives, and an example with its real answer
    Show {
        /// The tool, as TOOL or TOOLSET/TOOL
        tool: String,
        /// How to print it
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
            Command::List { format: Output::Table } => anstream::println!("{}", table(catalogue.tools())),
            Command::Search { words, format } => return found(&catalogue.search(&words.join(" ")), format),
            Command::Show { tool, format } => show::print(&loaded, named(catalogue, &tool)?, format)?,
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

fn found(tools: &[&Tool], format: Output) -> anyhow::Result<ExitCode> {
    match format {
        Output::Json => {
            let rows: Vec<Value> = tools.iter().map(|tool| row(tool)).collect();
            anstream::println!("{}", serde_json::to_string_pretty(&rows)?);
        }
        Output::Table if tools.is_empty() => anstream::eprintln!("utb: no tool has to do with these words"),
        Output::Table => anstream::println!("{}", table(tools.iter().copied())),
    }
    Ok(ExitCode::from(u8::from(tools.is_empty())))
}

/// A tool by its name, which several tool sets may share.
fn named<'a>(catalogue: &'a Catalogue, name: &str) -> anyhow::Result<&'a Tool> {
    if let Some((toolset, tool)) = name.split_once('/') {
        let found = catalogue.find(toolset, tool);
        return found.ok_or_else(|| unknown(catalogue.unknown(toolset, tool)));
    }
    let all: Vec<&Tool> = catalogue.tools().filter(|tool| tool.name.tool == name).collect();
    match all.as_slice() {
        [one] => Ok(one),
        [] => {
            let near: Vec<String> = catalogue.search(name).iter().take(3).map(|t| t.name.to_string()).collect();
            let hint = if near.is_empty() { String::new() } else { format!(" Did you mean {}?", near.join(", ")) };
            bail!("There is no tool '{name}'.{hint}")
        }
        several => {
            let several: Vec<String> = several.iter().map(|tool| tool.name.to_string()).collect();
            bail!("several tool sets have a tool '{name}': {}", several.join(", "))
        }
    }
}

fn unknown(problem: Problem) -> anyhow::Error {
    let hint = match problem.suggestions.as_slice() {
        [] => String::new(),
        near => format!(" Did you mean {}?", near.join(", ")),
    };
    anyhow::anyhow!("{}{hint}", problem.detail)
}

fn table<'a>(tools: impl Iterator<Item = &'a Tool>) -> comfy_table::Table {
    let mut table = comfy_table::Table::new();
    table.load_style(comfy_table::presets::NOTHING);
    table.set_header(["TOOL SET", "TOOL", "EFFECT", "ARGUMENTS (* required)"]);
    for tool in tools {
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
