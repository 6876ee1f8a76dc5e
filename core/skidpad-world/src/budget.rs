//! What a whole load may take: one budget for all files of a world together, however many there are and whatever
//! each of them holds. What is spent is counted, never timed, so that a world loads everywhere or nowhere.

use std::cell::Cell;
use std::fmt;

/// What a load spends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Resource {
    /// Bytes of assets, unpacked and decoded.
    DecodedBytes,
    /// Triangles of meshes, terrain and everything else that can be seen.
    Triangles,
    /// Rectangles that the occupied cells of grids are merged into.
    Rectangles,
    /// Corners of collision outlines.
    Corners,
    /// Pairs of bodies, or of a body and a wall, that overlap when the world starts.
    Pairs,
    /// Elementary steps of algorithms whose effort grows faster than their input.
    Work,
}

impl Resource {
    /// All of them, in the order of [`Budget`]'s fields.
    pub const ALL: [Resource; 6] = [
        Resource::DecodedBytes,
        Resource::Triangles,
        Resource::Rectangles,
        Resource::Corners,
        Resource::Pairs,
        Resource::Work,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Resource::DecodedBytes => "bytes",
            Resource::Triangles => "triangles",
            Resource::Rectangles => "rectangles",
            Resource::Corners => "corners",
            Resource::Pairs => "pairs",
            Resource::Work => "work",
        }
    }

    /// What is counted, as in "more than 7 …".
    fn counted(self) -> &'static str {
        match self {
            Resource::DecodedBytes => "bytes of decoded assets",
            Resource::Triangles => "triangles",
            Resource::Rectangles => "rectangles of occupied cells",
            Resource::Corners => "corners of outlines",
            Resource::Pairs => "overlapping pairs of bodies",
            Resource::Work => "steps of work",
        }
    }
}

/// Most that a load may take of each resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// Bytes of assets, unpacked and decoded.
    pub decoded_bytes: u64,
    /// Triangles of meshes, terrain and everything else that can be seen.
    pub triangles: u64,
    /// Rectangles that the occupied cells of grids are merged into.
    pub rectangles: u64,
    /// Corners of collision outlines.
    pub corners: u64,
    /// Pairs of bodies, or of a body and a wall, that overlap when the world starts.
    pub pairs: u64,
    /// Elementary steps of algorithms whose effort grows faster than their input.
    pub work: u64,
}

impl Default for Budget {
    /// A load within it takes less than 1 GB and 10 s of processor time.
    fn default() -> Self {
        Budget {
            decoded_bytes: 400_000_000,
            triangles: 4_000_000,
            rectangles: 200_000,
            corners: 500_000,
            pairs: 2_500_000,
            work: 2_000_000_000,
        }
    }
}

impl Budget {
    /// No limits, for worlds that a program made itself.
    pub const UNLIMITED: Budget = Budget {
        decoded_bytes: u64::MAX,
        triangles: u64::MAX,
        rectangles: u64::MAX,
        corners: u64::MAX,
        pairs: u64::MAX,
        work: u64::MAX,
    };

    /// The limit of a resource.
    pub fn limit(&self, resource: Resource) -> u64 {
        match resource {
            Resource::DecodedBytes => self.decoded_bytes,
            Resource::Triangles => self.triangles,
            Resource::Rectangles => self.rectangles,
            Resource::Corners => self.corners,
            Resource::Pairs => self.pairs,
            Resource::Work => self.work,
        }
    }

    /// Names and limits of the resources of which this budget has another amount than the default one.
    pub fn changed(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        let default = Budget::default();
        let changed = Resource::ALL.into_iter().filter(move |it| self.limit(*it) != default.limit(*it));
        changed.map(|resource| (resource.name(), self.limit(resource)))
    }

    /// Set the limit of the resource with this name. False if there is none.
    pub fn set(&mut self, name: &str, limit: u64) -> bool {
        let Some(resource) = Resource::ALL.into_iter().find(|resource| resource.name() == name) else {
            return false;
        };
        *match resource {
            Resource::DecodedBytes => &mut self.decoded_bytes,
            Resource::Triangles => &mut self.triangles,
            Resource::Rectangles => &mut self.rectangles,
            Resource::Corners => &mut self.corners,
            Resource::Pairs => &mut self.pairs,
            Resource::Work => &mut self.work,
        } = limit;
        true
    }
}

/// More was asked for than a budget has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OverBudget {
    /// What ran out.
    pub resource: Resource,
    /// How much of it the whole load may take.
    pub limit: u64,
}

impl fmt::Display for OverBudget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (counted, name) = (self.resource.counted(), self.resource.name());
        write!(
            f,
            "with it, the world takes more than {} {counted}; `--budget {name}=N` raises this limit",
            self.limit
        )
    }
}

impl std::error::Error for OverBudget {}

/// A budget, and what has been spent of it.
#[derive(Debug, Clone)]
pub struct Spending {
    budget: Budget,
    spent: [Cell<u64>; 6],
}

impl Spending {
    /// Nothing spent yet.
    pub fn new(budget: Budget) -> Spending {
        Spending { budget, spent: Default::default() }
    }

    /// Take this much of a resource, or say that it is more than there is. What was refused is not taken.
    pub fn spend(&self, resource: Resource, amount: u64) -> Result<(), OverBudget> {
        if amount > self.left(resource) {
            return Err(self.over(resource));
        }
        let spent = &self.spent[resource as usize];
        spent.set(spent.get() + amount);
        Ok(())
    }

    /// Take all that is left of a resource: something stopped for want of it, and others need not try.
    pub fn exhaust(&self, resource: Resource) {
        self.spent[resource as usize].set(self.budget.limit(resource));
    }

    /// How much of a resource is left.
    pub fn left(&self, resource: Resource) -> u64 {
        self.budget.limit(resource).saturating_sub(self.spent[resource as usize].get())
    }

    /// That a resource has run out.
    pub fn over(&self, resource: Resource) -> OverBudget {
        OverBudget { resource, limit: self.budget.limit(resource) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_spent_is_gone_and_what_is_refused_is_not() {
        let spending = Spending::new(Budget { corners: 10, ..Budget::default() });
        assert_eq!(spending.spend(Resource::Corners, 7), Ok(()));
        let over = spending.spend(Resource::Corners, 4).unwrap_err();
        assert_eq!(over, OverBudget { resource: Resource::Corners, limit: 10 });
        assert!(
            over.to_string().contains("more than 10 corners")
                && over.to_string().contains("--budget corners=N")
        );
        assert_eq!(spending.spend(Resource::Corners, 3), Ok(()));
        assert_eq!(spending.left(Resource::Corners), 0);
        assert_eq!(spending.left(Resource::Work), Budget::default().work);
    }

    #[test]
    fn of_what_is_exhausted_nothing_is_left() {
        let spending = Spending::new(Budget { work: 10, ..Budget::default() });
        spending.exhaust(Resource::Work);
        assert_eq!(spending.left(Resource::Work), 0);
        assert!(spending.spend(Resource::Work, 1).is_err());
        assert_eq!(spending.left(Resource::Corners), Budget::default().corners);
    }

    #[test]
    fn every_resource_is_set_by_its_name() {
        for resource in Resource::ALL {
            let mut budget = Budget::default();
            assert!(budget.set(resource.name(), 3));
            assert_eq!(budget.limit(resource), 3);
        }
        assert!(!Budget::default().set("memory", 3));
    }
}
