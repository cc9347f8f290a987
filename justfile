# The project's chores by name; `just` lists them. None needs more than cargo and python3.

_list:
    @just --list --unsorted

# Play the suite with the built-in agents and print the score table
run *ARGS:
    cargo run --release -- run {{ARGS}}

# Open both doors
serve *ARGS:
    cargo run --release -- serve {{ARGS}}

# All tests, or those that are named
test *ARGS:
    cargo test --release {{ARGS}}

# Check specs, responses and suite
lint *ARGS:
    cargo run --release -- lint {{ARGS}}

# Bring the code into its one form
fmt:
    cargo fmt --all

# Everything a compiler can say about the code
clippy:
    cargo clippy --all-targets -- -D warnings

# The library's documentation, private items included
doc:
    RUSTDOCFLAGS="-D warnings -A rustdoc::private_intra_doc_links" cargo doc --no-deps --document-private-items --lib

# Licences, advisories and sources of all crates (needs `cargo install cargo-deny --locked`)
deny:
    cargo deny check

# Look for crashes by coverage: http, arguments, journal, gold, har, suite or expression (needs a nightly toolchain and `cargo install cargo-fuzz --locked`)
fuzz TARGET *ARGS:
    UTB_FUZZ_CORPUS=fuzz/corpus cargo test --release --test fuzz every_target
    cargo +nightly fuzz run {{TARGET}} -- -timeout=10 {{ARGS}}

# What must hold before a change lands
ci:
    .ci/run
