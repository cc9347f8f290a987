//! Sessions without a server: forks, resets, retries, idle sessions, and the replay of all of it.

mod forks;
mod orders;
mod parts;
mod recorded;
mod retries;
