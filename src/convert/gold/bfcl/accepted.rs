//! The values that are accepted for a parameter. Where one is an object, each of its members has a list of its own.

use serde_json::{Map, Value};

use crate::convert::gold::{At, GoldError};

/// Values that a parameter may be written out to at most.
const MOST: usize = 1024;

/// What stands in a list for "may be left out".
const LEFT_OUT: &str = "";

/// The accepted values of a parameter; `null` among them says that it may be left out.
///
/// # Errors
///
/// It is no list, or stands for too many values.
pub(super) fn values(at: &At<'_>) -> Result<Vec<Value>, GoldError> {
    let mut values = Vec::new();
    for item in at.items()? {
        if item.value == LEFT_OUT {
            values.push(Value::Null);
        }
        values
            .extend(written_out(item.value).ok_or_else(|| item.wrong(format!("stands for more than {MOST} values")))?);
    }
    match values.is_empty() {
        true => Err(at.wrong("accepts nothing")),
        false => Ok(values),
    }
}

/// A value in all its ways.
fn written_out(value: &Value) -> Option<Vec<Value>> {
    match value {
        Value::Object(members) => object(members),
        Value::Array(items) if items.iter().any(Value::is_object) => {
            let ways = items.iter().map(written_out).collect::<Option<Vec<_>>>()?;
            product(&ways).map(|lists| lists.into_iter().map(Value::Array).collect())
        }
        other => Some(vec![other.clone()]),
    }
}

/// An object whose members have lists of accepted values.
fn object(members: &Map<String, Value>) -> Option<Vec<Value>> {
    let ways_of = |(name, list): (&String, &Value)| -> Option<Vec<Option<(String, Value)>>> {
        let Some(list) = list.as_array() else { return Some(vec![Some((name.clone(), list.clone()))]) };
        let mut ways = Vec::new();
        for value in list {
            if value == LEFT_OUT {
                ways.push(None);
            }
            ways.extend(written_out(value)?.into_iter().map(|value| Some((name.clone(), value))));
        }
        Some(ways)
    };
    let ways = members.iter().map(ways_of).collect::<Option<Vec<_>>>()?;
    let objects = product(&ways)?;
    Some(objects.into_iter().map(|members| Value::Object(members.into_iter().flatten().collect())).collect())
}

/// One of each, in all ways; nothing where they are too many.
fn product<T: Clone>(ways: &[Vec<T>]) -> Option<Vec<Vec<T>>> {
    let mut all = vec![Vec::new()];
    for way in ways {
        if all.len() * way.len() > MOST {
            return None;
        }
        let extend =
            |begun: &Vec<T>| way.iter().map(|one| [&begun[..], std::slice::from_ref(one)].concat()).collect::<Vec<_>>();
        all = all.iter().flat_map(extend).collect();
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn of(value: Value) -> Vec<Value> {
        values(&At { file: "f", line: None, pointer: String::new(), value: &value }).unwrap()
    }

    #[test]
    fn the_empty_text_stands_for_leaving_out_and_for_itself() {
        assert_eq!(of(json!(["en", ""])), [json!("en"), json!(null), json!("")]);
        assert_eq!(of(json!([[3, 5]])), [json!([3, 5])]);
    }

    #[test]
    fn members_of_objects_are_chosen_one_by_one() {
        let objects = of(json!([{"size": ["large", "big"], "sweet": ["", "regular"]}]));
        assert_eq!(objects.len(), 6);
        assert!(
            objects.contains(&json!({"size": "big"}))
                && objects.contains(&json!({"size": "large", "sweet": "regular"}))
        );
        assert_eq!(
            of(json!([[{"a": [1, 2]}, {"a": [3]}]])),
            [json!([{"a": 1}, {"a": 3}]), json!([{"a": 2}, {"a": 3}])]
        );
    }

    #[test]
    fn what_would_be_too_many_is_refused() {
        let many: Vec<u32> = (0..40).collect();
        let value = json!([{"a": many, "b": many}]);
        assert!(values(&At { file: "f", line: None, pointer: String::new(), value: &value }).is_err());
    }
}
