//! Laws of the world, checked through the simulator as a caller would meet them. One file a tool set.

mod bench;
mod currency_exchange;
