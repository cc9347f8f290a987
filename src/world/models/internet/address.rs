//! Addresses and blocks of them.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// What an address is for, as far as one can tell from its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// One of the reserved ranges in which this internet lives.
    Modelled,
    /// Private, link-local, loopback, multicast and the like: nothing out here can reach it.
    Local,
    /// An address of the real internet, of which nothing is said.
    Outside,
}

/// The block of IPv4 addresses in which this internet lives, and those of its IPv6 addresses.
const MODELLED4: [(u32, u8); 4] = [(0xC000_0200, 24), (0xC633_6400, 24), (0xCB00_7100, 24), (0xC612_0000, 15)];
const MODELLED6: (u128, u8) = (0x2001_0db8 << 96, 32);
const LOCAL4: [(u32, u8); 9] = [
    (0x0000_0000, 8),
    (0x0A00_0000, 8),
    (0x6440_0000, 10),
    (0x7F00_0000, 8),
    (0xA9FE_0000, 16),
    (0xAC10_0000, 12),
    (0xC0A8_0000, 16),
    (0xE000_0000, 4),
    (0xF000_0000, 4),
];

/// What an address is for.
pub fn scope(address: IpAddr) -> Scope {
    match address {
        IpAddr::V4(four) => {
            let bits = u32::from(four);
            let within =
                |blocks: &[(u32, u8)]| blocks.iter().any(|&(net, len)| bits >> (32 - len) == net >> (32 - len));
            if within(&MODELLED4) {
                Scope::Modelled
            } else if within(&LOCAL4) {
                Scope::Local
            } else {
                Scope::Outside
            }
        }
        IpAddr::V6(six) => {
            let bits = u128::from(six);
            if bits >> 96 == MODELLED6.0 >> 96 {
                Scope::Modelled
            } else if bits >> 121 == 0x7E || bits >> 118 == 0x3FA || bits >> 120 == 0xFF || bits <= 1 {
                Scope::Local
            } else {
                Scope::Outside
            }
        }
    }
}

/// Reads an address; `192.0.2.010` and other forms that some read as octal are none.
pub fn parse(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let bare = text.strip_prefix('[').and_then(|t| t.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok()
}

/// A block such as `198.51.100.0/24`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    net: IpAddr,
    /// Leading bits that are fixed.
    pub length: u8,
}

impl Block {
    /// Reads a block; bits behind the length are cut off, so that `198.51.100.7/24` is the block around that address.
    pub fn parse(text: &str) -> Option<Self> {
        let (net, length) = text.trim().split_once('/')?;
        let (net, length): (IpAddr, u8) = (net.parse().ok()?, length.parse().ok()?);
        match net {
            IpAddr::V4(four) if length <= 32 => {
                Some(Self { net: Ipv4Addr::from(u32::from(four) & mask4(length)).into(), length })
            }
            IpAddr::V6(six) if length <= 128 => {
                Some(Self { net: Ipv6Addr::from(u128::from(six) & mask6(length)).into(), length })
            }
            _ => None,
        }
    }

    /// Whether the address lies in it.
    pub fn holds(&self, address: IpAddr) -> bool {
        match (self.net, address) {
            (IpAddr::V4(net), IpAddr::V4(a)) => u32::from(a) & mask4(self.length) == u32::from(net),
            (IpAddr::V6(net), IpAddr::V6(a)) => u128::from(a) & mask6(self.length) == u128::from(net),
            _ => false,
        }
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.net, self.length)
    }
}

fn mask4(length: u8) -> u32 {
    u32::MAX.checked_shl(32 - u32::from(length)).unwrap_or(0)
}

fn mask6(length: u8) -> u128 {
    u128::MAX.checked_shl(128 - u32::from(length)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_hold_what_their_bits_say() {
        let block = Block::parse("198.51.100.77/26").unwrap();
        assert_eq!(block.to_string(), "198.51.100.64/26");
        let holds = |text: &str| block.holds(text.parse().unwrap());
        assert!(holds("198.51.100.64") && holds("198.51.100.127"));
        assert!(!holds("198.51.100.63") && !holds("198.51.100.128") && !holds("2001:db8::1"));
        assert!(Block::parse("0.0.0.0/0").unwrap().holds("203.0.113.9".parse().unwrap()));
        assert!(Block::parse("10.0.0.0/33").is_none() && Block::parse("10.0.0.0").is_none());
    }

    #[test]
    fn scopes_follow_the_registries() {
        for (text, wanted) in [
            ("192.0.2.1", Scope::Modelled),
            ("198.19.255.255", Scope::Modelled),
            ("198.20.0.0", Scope::Outside),
            ("2001:db8:1::2", Scope::Modelled),
            ("2001:db9::", Scope::Outside),
            ("192.168.1.1", Scope::Local),
            ("127.0.0.1", Scope::Local),
            ("fe80::1", Scope::Local),
            ("fd00::1", Scope::Local),
            ("8.8.8.8", Scope::Outside),
        ] {
            assert_eq!(scope(text.parse().unwrap()), wanted, "{text}");
        }
    }
}
