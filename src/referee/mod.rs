//! stub
use std::sync::Arc;
use crate::{suite::Suite,catalogue::Catalogue,journal::Record};
pub trait Resolver: std::fmt::Debug {}
#[derive(Debug)] pub struct NoResolver; impl Resolver for NoResolver {}
#[derive(Debug)] pub struct Referee;
#[derive(Debug,serde::Serialize,serde::Deserialize)] pub struct TurnVerdict;
impl Referee { pub fn new(_:Arc<Suite>,_:Arc<Catalogue>,_:Arc<dyn Resolver+Send+Sync>)->Self{Self}
 pub fn judge<'a>(&self,_r:impl Iterator<Item=&'a Record>)->Vec<TurnVerdict>{vec![]} }
