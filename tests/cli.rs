//! `docs/cli.md` and the program say the same: subcommands, options, examples, exit codes.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::{Command, Output};

#[test]
fn every_subcommand_has_a_section_and_the_other_way_round() {
    let documented: BTreeSet<String> = sections().into_keys().collect();
    assert_eq!(documented, subcommands(&[]), "left: sections of docs/cli.md; right: what `utb --help` lists");
}

#[test]
fn every_option_that_is_named_exists() {
    for (name, text) in sections() {
        let help = whole_help(&name);
        let known: BTreeSet<&str> = options(&help).collect();
        let unknown: Vec<&str> = options(&text).filter(|option| !known.contains(option)).collect();
        assert!(unknown.is_empty(), "docs/cli.md, section 'utb {name}': there is no {unknown:?}");
    }
}

#[test]
fn every_example_is_understood() {
    let mut seen = 0;
    for (name, text) in sections() {
        for example in examples(&text) {
            // Everything before --help is parsed and checked; nothing is carried out.
            let mut arguments = words(&example);
            arguments.push("--help".into());
            let output = utb(&arguments);
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(0), "section 'utb {name}', example '{example}': {error}");
            seen += 1;
        }
    }
    assert!(seen > 10, "only {seen} examples found");
}

#[test]
fn exit_codes_are_those_of_the_table() {
    let cases: [(&[&str], i32); 6] = [
        (&["tools", "list"], 0),
        (&["tools", "call", "currency-exchange/getExchangeRate", "currency=EUR"], 0),
        (&["tools", "call", "currency-exchange/getExchangeRate", "currency=doubloon"], 1),
        (&["tools", "call", "currency-exchange/getExchangeRate"], 1),
        (&["tools", "list", "--no-such-option"], 2),
        (&["tools", "list", "--specs", "no/such/folder"], 2),
    ];
    for (arguments, code) in cases {
        let output = utb(arguments);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "utb {}: {error}", arguments.join(" "));
        assert_eq!(output.stdout.is_empty(), code == 2, "results on standard output: utb {}", arguments.join(" "));
    }
}

fn utb<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_utb")).args(arguments).output().expect("the program starts")
}

fn help(path: &[&str]) -> String {
    let output = utb(&[path, &["--help"]].concat());
    String::from_utf8(output.stdout).expect("help is text")
}

/// What the help of a (sub)command lists under "Commands:".
fn subcommands(path: &[&str]) -> BTreeSet<String> {
    let help = help(path);
    let list = help.lines().skip_while(|line| *line != "Commands:").skip(1).take_while(|line| !line.is_empty());
    // Deeper lines go on with a description.
    let names = list.filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    names.filter_map(|line| line.split(' ').next()).filter(|name| *name != "help").map(str::to_owned).collect()
}

/// Help of a subcommand and of those below it.
fn whole_help(name: &str) -> String {
    let below: Vec<String> = subcommands(&[name]).iter().map(|inner| help(&[name, inner])).collect();
    format!("{}{}", help(&[name]), below.concat())
}

/// Sections of the page that are about a subcommand, by its name.
fn sections() -> BTreeMap<String, String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/cli.md");
    let page = std::fs::read_to_string(path).expect("docs/cli.md is there");
    let parts = page.split("\n## ").filter_map(|part| part.strip_prefix("utb ")?.split_once('\n'));
    parts.map(|(name, text)| (name.to_owned(), text.to_owned())).collect()
}

fn options(text: &str) -> impl Iterator<Item = &str> {
    let word = |c: char| c.is_ascii_lowercase() || c == '-';
    text.split(move |c| !word(c)).filter(|w| w.starts_with("--") && w.len() > 2)
}

/// Commands of the section's code blocks, without `utb` and without comments.
fn examples(text: &str) -> Vec<String> {
    let blocks = text.split("```").skip(1).step_by(2).filter_map(|block| block.strip_prefix("sh\n"));
    let lines = blocks.flat_map(str::lines).map(|line| line.split("  #").next().unwrap_or(line).trim());
    lines.filter_map(|line| line.strip_prefix("utb ")).map(str::to_owned).collect()
}

/// Splits as a shell does, as far as single quotes go.
fn words(line: &str) -> Vec<String> {
    let (mut words, mut quoted, mut word) = (Vec::new(), false, String::new());
    for c in line.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(std::mem::take(&mut word)),
            _ => word.push(c),
        }
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// A folder of one's own, with one tool that has no program.
#[test]
fn a_tool_of_the_users_without_a_program_leaves_the_lint_green() {
    let scratch = tempfile::tempdir().expect("a scratch folder");
    let spec = include_str!("../tool_specs/currency-exchange.json").replace("currency-exchange", "my-exchange");
    std::fs::write(scratch.path().join("my-exchange.json"), spec).expect("the file is written");
    let output = utb(&["lint".as_ref(), "responses".as_ref(), "--specs".as_ref(), scratch.path().as_os_str()]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("note: there is no response program") && said.contains("0 findings, "), "{said}");
}
