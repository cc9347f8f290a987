use std::sync::OnceLock;

use super::zone::{Kind, Status};
use super::*;
use crate::assets::Assets;
use crate::world::Facts;

fn net() -> &'static Internet {
    static NET: OnceLock<std::sync::Arc<Internet>> = OnceLock::new();
    NET.get_or_init(|| Facts::load(&Assets::embedded().responses).unwrap().model::<Internet>())
}

fn at(seed: u64, time: &str) -> At<'static> {
    net().at(Seed(seed), time.parse().unwrap())
}

const TIMES: [&str; 5] = [
    "2024-05-01T00:00:00Z",
    "2025-01-31T23:59:59Z",
    "2026-03-02T08:00:00Z",
    "2026-12-24T12:00:00Z",
    "2027-11-30T05:00:00Z",
];

#[test]
fn an_entry_was_made_then_changed_and_is_paid_for() {
    for (seed, time) in TIMES.iter().enumerate().map(|(i, t)| (i as u64, *t)) {
        let at = at(seed, time);
        let mut registered = 0;
        for domain in &net().domains {
            let Some(entry) = at.registration(domain) else { continue };
            registered += 1;
            assert!(
                entry.created < entry.updated && entry.updated <= at.now && at.now < entry.expires,
                "{} {entry:?}",
                domain.name
            );
        }
        assert!(registered > 500, "{registered} at {time}");
    }
}

#[test]
fn every_name_in_the_dns_leads_to_a_machine_that_is_there() {
    for time in TIMES {
        let at = at(5, time);
        for domain in net().domains.iter().filter(|d| at.is_delegated(d)) {
            for (label, _) in at.labels(domain) {
                let full = if label == "@" { domain.name.clone() } else { format!("{label}.{}", domain.name) };
                let name = Name::parse(&full).unwrap();
                let answer = at.dns(&name, Kind::A);
                assert_eq!(answer.status, Status::Found, "{full}");
                let addresses = answer.records.iter().filter(|r| r.kind == Kind::A).count();
                assert!(addresses > 0, "{full} leads nowhere at {time}: {:?}", answer.records);
                assert_eq!(addresses, at.hosts_of(&name).len(), "{full}");
                for host in at.hosts_of(&name) {
                    assert!(at.is_up(&net().hosts[host]), "{full} at {time}");
                }
            }
        }
    }
}

#[test]
fn servers_of_names_and_mail_are_in_the_dns() {
    let at = at(2, "2026-03-02T08:00:00Z");
    for domain in net().domains.iter().filter(|d| at.is_delegated(d)) {
        let mail = at.mail_servers(domain).into_iter().map(|(_, server)| server).filter(|server| server != ".");
        for server in at.name_servers(domain).into_iter().chain(mail) {
            let hosts = at.hosts_of(&Name::parse(&server).unwrap());
            assert!(!hosts.is_empty(), "{server} of {}", domain.name);
        }
    }
}

#[test]
fn certificates_are_found_by_their_fingerprint_and_are_for_what_they_are_shown_for() {
    for time in TIMES {
        let at = at(9, time);
        for line in 0..net().certificates.len() {
            let Some(now) = at.current_certificate(line) else { continue };
            assert!(now.not_before <= at.now && now.not_before < now.not_after);
            let again = at.certificate(&now.sha256).unwrap();
            assert_eq!((again.line.name.as_str(), again.current), (now.line.name.as_str(), true));
        }
        assert!(at.certificate(&"ab".repeat(32)).is_none());
    }
}

#[test]
fn most_sites_show_a_certificate_for_their_name() {
    let at = at(1, "2026-03-02T08:00:00Z");
    let (mut right, mut all) = (0, 0);
    for domain in net().domains.iter().filter(|d| !d.role.is_bad() && at.is_delegated(d)) {
        let www = format!("www.{}", domain.name);
        for host in at.hosts_of(&Name::parse(&www).unwrap()) {
            all += 1;
            right +=
                usize::from(net().hosts[host].certificates.iter().any(|line| net().certificates[*line].is_for(&www)));
        }
    }
    assert!(all > 400 && right * 100 >= all * 95, "{right} of {all}");
}

#[test]
fn addresses_are_reserved_ones_and_belong_to_somebody() {
    for host in &net().hosts {
        let home = net().home(host.address.into()).unwrap();
        assert_eq!(address::scope(host.address.into()), address::Scope::Modelled);
        if let Some(six) = host.address6 {
            assert_eq!(net().home(six.into()).unwrap().network.asn, home.network.asn, "{}", host.name);
            assert_eq!(net().host_index(six.into()), net().host_index(host.address.into()));
        }
        assert!((64_496..=64_511).contains(&home.network.asn) || (65_536..=65_551).contains(&home.network.asn));
    }
}

#[test]
fn temporary_names_come_and_go() {
    let early = at(3, "2026-03-02T08:00:00Z");
    let domain = net().domain("kitebrowser.example").unwrap();
    let here = early.temporary(domain, early.days_ago(44));
    assert!(here.len() > 3, "{here:?}");
    for name in &here {
        let full = Name::parse(&format!("{}.{}", name.label, domain.name)).unwrap();
        assert_eq!(early.dns(&full, Kind::A).status, Status::Found);
        assert_eq!(at(3, "2026-06-02T08:00:00Z").dns(&full, Kind::A).status, Status::NoName);
    }
}
