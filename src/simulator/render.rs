//! The JSON answer as CSV or XML.

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};
use serde_json::Value;

use super::program::Render;
use crate::call::Rendered;

/// Media type of CSV.
pub const CSV: &str = "text/csv; charset=utf-8";

/// Media type of XML.
pub const XML: &str = "application/xml; charset=utf-8";

/// The body in the media type of this name, or nothing for JSON.
///
/// # Errors
///
/// A name that is none of the three, or a body that does not have rows where the program says.
pub fn render(format: &str, body: &Value, how: &Render) -> Result<Option<Rendered>, String> {
    match format.to_ascii_uppercase().as_str() {
        "JSON" => Ok(None),
        "CSV" => csv(body, how).map(|text| Some(Rendered { media_type: CSV.into(), text })),
        "XML" => xml(body, how).map(|text| Some(Rendered { media_type: XML.into(), text })),
        other => Err(format!("'{other}' is none of JSON, XML, CSV")),
    }
}

/// RFC 4180: a header line, then a line a row; nested values get columns of their own, named with dots.
fn csv(body: &Value, how: &Render) -> Result<String, String> {
    let rows = body.pointer(&how.rows).ok_or_else(|| format!("the answer has nothing at {}", how.rows))?;
    let rows: Vec<Vec<(String, String)>> = match rows {
        Value::Array(rows) => rows.iter().map(flat).collect(),
        one => vec![flat(one)],
    };
    let mut columns: Vec<&str> = Vec::new();
    for (name, _) in rows.iter().flatten() {
        if !columns.contains(&name.as_str()) {
            columns.push(name);
        }
    }
    let mut out = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    let failed = |e: csv::Error| e.to_string();
    if !columns.is_empty() {
        out.write_record(&columns).map_err(failed)?;
    }
    for row in &rows {
        let cell = |column: &&str| row.iter().find(|(name, _)| name == column).map_or("", |(_, value)| value);
        out.write_record(columns.iter().map(cell)).map_err(failed)?;
    }
    let bytes = out.into_inner().map_err(|e| e.to_string())?;
    String::from_utf8(bytes).map_err(|e| e.to_string())
}

fn flat(row: &Value) -> Vec<(String, String)> {
    let mut cells = Vec::new();
    flatten("", row, &mut cells);
    cells
}

fn flatten(prefix: &str, value: &Value, cells: &mut Vec<(String, String)>) {
    match value {
        Value::Object(map) => {
            for (name, inner) in map {
                let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
                flatten(&path, inner, cells);
            }
        }
        Value::Array(items) => {
            let joined: Vec<String> = items.iter().map(scalar).collect();
            cells.push((prefix.to_owned(), joined.join("; ")));
        }
        leaf => cells.push((prefix.to_owned(), scalar(leaf))),
    }
}

fn scalar(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(s) => s.clone(),
        other => other.to_string(),
    }
}

fn xml(body: &Value, how: &Render) -> Result<String, String> {
    let mut writer = Writer::new(Vec::new());
    let declared = writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
    declared.map_err(|e| e.to_string())?;
    element(&mut writer, &how.root, body, &how.item).map_err(|e| e.to_string())?;
    String::from_utf8(writer.into_inner()).map_err(|e| e.to_string())
}

fn element(writer: &mut Writer<Vec<u8>>, name: &str, value: &Value, item: &str) -> std::io::Result<()> {
    if value.is_null() {
        return writer.write_event(Event::Empty(BytesStart::new(name)));
    }
    writer.write_event(Event::Start(BytesStart::new(name)))?;
    match value {
        Value::Object(map) => map.iter().try_for_each(|(key, inner)| element(writer, key, inner, item))?,
        Value::Array(items) => items.iter().try_for_each(|inner| element(writer, item, inner, item))?,
        leaf => writer.write_event(Event::Text(BytesText::new(&scalar(leaf))))?,
    }
    writer.write_event(Event::End(BytesEnd::new(name)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::expression::{Expression, Names};

    fn how() -> Render {
        let format = Expression::compile("'x'", &Names::only([])).unwrap();
        Render { format, rows: "/rows".into(), root: "answer".into(), item: "row".into() }
    }

    #[test]
    fn csv_quotes_what_must_be_quoted() {
        let body = json!({"rows": [{"a": "x,\"y\"", "b": {"c": 1.5}}, {"a": null, "d": ["p", "q"]}]});
        let text = render("csv", &body, &how()).unwrap().unwrap().text;
        assert_eq!(text, "a,b.c,d\r\n\"x,\"\"y\"\"\",1.5,\r\n,,p; q\r\n");
    }

    #[test]
    fn xml_escapes_what_must_be_escaped() {
        let body = json!({"rows": [{"a": "<&>", "b": null}], "n": 2});
        let text = render("XML", &body, &how()).unwrap().unwrap().text;
        let inner = "<rows><row><a>&lt;&amp;&gt;</a><b/></row></rows><n>2</n>";
        assert_eq!(text, format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?><answer>{inner}</answer>"));
    }
}
