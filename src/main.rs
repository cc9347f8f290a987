//! The `utb` command.

/// Calls allocate many small values on one thread and free them there; glibc's allocator costs a fifth of a call.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    usertoolbench::cli::run()
}
