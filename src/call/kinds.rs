/// Declares an enum of kinds, each with a stable id and a sentence on what it means, so that no list of them can be
/// forgotten: `ALL` has every kind in its order.
macro_rules! kinds {
    ($(#[$about:meta])* pub enum $kinds:ident { $($name:ident $id:literal $doc:literal)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $kinds {
            $(#[doc = $doc] $name,)*
        }

        impl $kinds {
            /// All kinds in their order.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The stable id, as it stands in reports.
            pub fn id(self) -> &'static str {
                match self { $(Self::$name => $id),* }
            }

            /// What it means.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$name => $doc),* }
            }
        }
    };
}

pub(crate) use kinds;
