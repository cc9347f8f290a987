//! A HAR file.

use super::{Entry, texts};

pub const ENTRY: Entry = Entry { name: "har", seeds, run };

fn seeds() -> Vec<Vec<u8>> {
    texts(&[r#"{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[
        {"startedDateTime":"2026-03-02T09:00:00Z","time":1.5,"request":{"method":"POST","url":"http://h/a/b","httpVersion":
        "HTTP/1.1","cookies":[],"headers":[],"queryString":[],"postData":{"mimeType":"application/json","text":"{\"q\":1}"},
        "headersSize":-1,"bodySize":7},"response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","cookies":[],
        "headers":[],"content":{"size":7,"mimeType":"application/json","text":"{\"r\":2}"},"redirectURL":"","headersSize":-1,
        "bodySize":7},"cache":{},"timings":{"send":0,"wait":1.5,"receive":0}}]}}"#])
}

fn run(input: &[u8]) {
    if let Ok(imported) = usertoolbench::convert::har::import(input) {
        assert!(imported.calls() <= 1 + input.windows(9).filter(|w| *w == b"\"request\"").count());
    }
}
