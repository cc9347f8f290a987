//! Parts of answers that several tools share.

use jiff::Timestamp;
use serde_json::{Value, json};

use super::{Web, time};
use crate::world::gazetteer::Gazetteer;
use crate::world::models::internet::certificate::{Issued, Issuer};
use crate::world::models::internet::host::{Host, Service};
use crate::world::models::internet::posture::Running;
use crate::world::models::internet::threat::{Stage, Threat};
use crate::world::models::internet::{At, Name, network::Home};

impl Web {
    /// Name of a country by its code.
    pub(super) fn country(&self, code: &str) -> String {
        let gazetteer = self.context.world.facts.model::<Gazetteer>();
        gazetteer.country(code).map_or_else(|| code.to_owned(), |country| country.name.clone())
    }

    /// `{asn, provider, block}` and where it stands.
    pub(super) fn network(&self, home: &Home<'_>) -> Value {
        json!({"asn": home.network.asn, "provider": home.network.name, "block": home.block.to_string()})
    }

    /// `{city, region, country, country_code, latitude, longitude}`.
    pub(super) fn location(&self, home: &Home<'_>) -> Value {
        let site = home.site;
        json!({
            "city": site.city, "region": site.region, "country": self.country(&site.country), "country_code": site.country,
            "latitude": site.latitude, "longitude": site.longitude,
        })
    }
}

/// `{port, protocol, service, product, version, application}`.
pub(super) fn port(at: &At<'_>, host: &Host, service: &Service) -> Value {
    let (program, application) = (at.program(host, service), at.application(host, service));
    json!({
        "port": service.port,
        "protocol": "tcp",
        "service": service.name(),
        "product": program.map(|p| p.product.name.as_str()),
        "version": program.map(|p| p.version),
        "application": application.map(|a| called(&a)),
    })
}

/// `WordPress 6.4.2`.
pub(super) fn called(running: &Running<'_>) -> String {
    format!("{} {}", running.product.name, running.version)
}

/// What a certificate says of itself.
pub(super) fn certificate(issued: &Issued<'_>, now: Timestamp) -> Value {
    let line = issued.line;
    json!({
        "sha256": issued.sha256,
        "subject": line.name,
        "alternative_names": line.names().collect::<Vec<_>>(),
        "issuer": line.issuer.common_name().unwrap_or(&line.name),
        "self_signed": line.issuer == Issuer::Itself,
        "valid_from": time(issued.not_before),
        "valid_until": time(issued.not_after),
        "status": certificate_status(issued, now),
    })
}

/// `valid`, `expired` or `superseded`: a newer one is shown in its place.
pub(super) fn certificate_status(issued: &Issued<'_>, now: Timestamp) -> &'static str {
    match (issued.not_after < now, issued.current) {
        (true, _) => "expired",
        (false, true) => "valid",
        (false, false) => "superseded",
    }
}

/// What is listed, in short.
pub(super) fn threat(at: &At<'_>, threat: &Threat) -> Value {
    let stage = threat.stage(at.today());
    json!({
        "threat_type": threat.kind.name(),
        "expression": threat.expression(),
        "listed_since": threat.first.to_string(),
        "active": stage == Some(Stage::Active),
        "imitates": at.net.domain(&threat.brand).map(|d| d.holder.as_str()),
        "malware_family": at.net.malware.family(&threat.family).filter(|f| f.first <= at.today()).map(|f| f.name.as_str()),
    })
}

/// Up to three registered domains that look like a name.
pub(super) fn similar(at: &At<'_>, name: &Name) -> Vec<String> {
    let names = at.net.domains.iter().filter(|d| !d.role.is_bad() && at.is_delegated(d));
    // The end is the same for all; what stands before it is what people mistype.
    let stem = |text: &str| text.rsplit_once('.').map_or(text.to_owned(), |(stem, _)| stem.to_owned());
    let stems: Vec<(String, &str)> = names.map(|d| (stem(&d.name), d.name.as_str())).collect();
    let near = crate::catalogue::nearest::few(&stem(name.registrable()), stems.iter().map(|(stem, _)| stem.as_str()));
    near.iter().filter_map(|n| stems.iter().find(|(stem, _)| stem == n)).map(|(_, name)| (*name).to_owned()).collect()
}
