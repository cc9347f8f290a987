//! TLS to the server behind: whose certificates are believed, and what went wrong in plain words.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{CertificateError, ClientConfig, RootCertStore};

/// Why no TLS can be spoken.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// The file of `--upstream-ca` cannot be read as PEM.
    #[error("{}: {reason}", file.display())]
    Unreadable {
        /// File.
        file: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// There is no certificate in it that could be believed.
    #[error("{}: no certificate that can be trusted; expected PEM with '-----BEGIN CERTIFICATE-----'", .0.display())]
    Empty(PathBuf),
    /// The machine has none.
    #[error("this machine has no certificates to trust; name a file of them with --upstream-ca")]
    NoRoots,
    /// The library refuses its own defaults.
    #[error("TLS cannot be set up: {0}")]
    Library(#[from] rustls::Error),
}

/// Believes the certificates of this file and no others; without a file, those that the machine trusts.
///
/// # Errors
///
/// There are none that could be believed.
pub fn trusting(ca: Option<&Path>) -> Result<Arc<ClientConfig>, TlsError> {
    let mut roots = RootCertStore::empty();
    match ca {
        Some(file) => {
            let unreadable = |reason: String| TlsError::Unreadable { file: file.to_owned(), reason };
            for certificate in CertificateDer::pem_file_iter(file).map_err(|e| unreadable(e.to_string()))? {
                let certificate = certificate.map_err(|e| unreadable(e.to_string()))?;
                roots.add(certificate).map_err(|e| unreadable(e.to_string()))?;
            }
            if roots.is_empty() {
                return Err(TlsError::Empty(file.to_owned()));
            }
        }
        None => {
            // Machines have certificates of which no one can make sense; the others do.
            roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
            if roots.is_empty() {
                return Err(TlsError::NoRoots);
            }
        }
    }
    configured(roots)
}

/// Believes nobody: for a server to which no TLS is spoken.
///
/// # Errors
///
/// As for [`trusting`].
pub fn unused() -> Result<Arc<ClientConfig>, TlsError> {
    configured(RootCertStore::empty())
}

fn configured(roots: RootCertStore) -> Result<Arc<ClientConfig>, TlsError> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions()?;
    Ok(Arc::new(builder.with_root_certificates(roots).with_no_client_auth()))
}

/// What an error of the TLS layer means. It does not say where the server is.
pub(super) fn meaning(e: &io::Error) -> Option<&'static str> {
    let e = e.get_ref()?.downcast_ref::<rustls::Error>()?;
    Some(match e {
        rustls::Error::InvalidCertificate(e) => match e {
            CertificateError::UnknownIssuer => "its certificate is not trusted here; --upstream-ca names whom to trust",
            CertificateError::Expired | CertificateError::ExpiredContext { .. } => "its certificate has expired",
            CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
                "its certificate is not valid yet"
            }
            CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                "its certificate is for another name"
            }
            _ => "its certificate is not valid",
        },
        rustls::Error::InvalidMessage(_) => "what it sent is not TLS",
        _ => "no TLS could be agreed upon",
    })
}
