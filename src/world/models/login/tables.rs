//! Applications, accounts and devices that every world has.

use serde::Deserialize;

use crate::world::facts::{Model, read_table};

/// An application with a log-in of its own.
#[derive(Clone, Debug, Deserialize)]
pub struct App {
    /// Its id.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// What it is for.
    pub about: String,
    /// Its domain.
    pub domain: String,
}

/// Somebody's account.
#[derive(Clone, Debug, Deserialize)]
pub struct Account {
    /// Its id.
    pub user: String,
    /// Who it is.
    pub name: String,
    /// Address for links and codes.
    pub email: String,
    /// Number for codes.
    pub phone: Option<String>,
    /// Id of the application.
    pub app: String,
    /// `active` or `disabled`.
    pub status: String,
}

/// A device on which somebody enrolled.
#[derive(Clone, Debug, Deserialize)]
pub struct Device {
    /// Its id.
    pub id: String,
    /// Id of the account.
    pub user: String,
    /// What it is.
    pub model: String,
    /// What is measured: `face`, `fingerprint`, `voice` and the like.
    pub kind: String,
    /// The sample that was enrolled. It is compared and never shown.
    pub sample: String,
    /// `active` or `revoked`.
    pub status: String,
}

/// What every world has.
#[derive(Debug)]
pub struct Login {
    /// Applications by id.
    pub apps: Vec<App>,
    /// Accounts by id.
    pub accounts: Vec<Account>,
    /// Devices by id.
    pub devices: Vec<Device>,
}

impl Model for Login {
    const TABLES: &'static [&'static str] = &["login_apps", "login_accounts", "login_devices"];

    fn build(tables: &[&[u8]]) -> Result<Self, String> {
        let [apps, accounts, devices] = tables else { return Err("log-ins are built from three tables".into()) };
        let login = Self {
            apps: read_table("login_apps", apps)?,
            accounts: read_table("login_accounts", accounts)?,
            devices: read_table("login_devices", devices)?,
        };
        for account in &login.accounts {
            login.app(&account.app).ok_or_else(|| format!("login_accounts: {}: there is no such app", account.user))?;
        }
        for device in &login.devices {
            login
                .account(&device.user)
                .ok_or_else(|| format!("login_devices: {}: there is no such user", device.id))?;
        }
        Ok(login)
    }
}

impl Login {
    /// The application of an id; case does not matter.
    pub fn app(&self, id: &str) -> Option<&App> {
        self.apps.iter().find(|app| app.id.eq_ignore_ascii_case(id))
    }

    /// The account of an id; case does not matter.
    pub fn account(&self, user: &str) -> Option<&Account> {
        self.accounts.iter().find(|account| account.user.eq_ignore_ascii_case(user))
    }

    /// The account of an address; case does not matter.
    pub fn account_of(&self, email: &str) -> Option<&Account> {
        self.accounts.iter().find(|account| account.email.to_lowercase() == email.to_lowercase())
    }

    /// The device of an id; case does not matter.
    pub fn device(&self, id: &str) -> Option<&Device> {
        self.devices.iter().find(|device| device.id.eq_ignore_ascii_case(id))
    }
}
