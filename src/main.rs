//! The `utb` command.

fn main() -> std::process::ExitCode {
    usertoolbench::cli::run()
}
