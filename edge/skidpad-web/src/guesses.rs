//! Slows guesses of the token: few at once from one address, and each wrong one waits before it is answered.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Tokens of one address that are looked at at once; more are turned away unseen.
const AT_ONCE: u32 = 4;
/// A wrong token is answered after this time.
pub(crate) const DELAY: Duration = Duration::from_secs(1);

/// Tokens being checked, by address.
///
/// A wrong token keeps its place for [`DELAY`], so that an address can try four in a second, however many connections
/// it opens. Other addresses are not affected; those at the same address get in a second after the guesses stop, and
/// connections that are open stay open.
#[derive(Clone, Default)]
pub(crate) struct Guesses {
    checking: Arc<Mutex<BTreeMap<IpAddr, u32>>>,
}

impl Guesses {
    fn locked(&self) -> MutexGuard<'_, BTreeMap<IpAddr, u32>> {
        self.checking.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for one check; `None` when the address has too many already. Dropping it frees the place.
    pub(crate) fn enter(&self, address: IpAddr) -> Option<Check> {
        let address = neighbourhood(address);
        let mut checking = self.locked();
        let count = checking.entry(address).or_default();
        if *count >= AT_ONCE {
            return None;
        }
        *count += 1;
        Some(Check { guesses: self.clone(), address })
    }
}

/// One token being checked.
pub(crate) struct Check {
    guesses: Guesses,
    address: IpAddr,
}

impl Drop for Check {
    fn drop(&mut self) {
        let mut checking = self.guesses.locked();
        if let Some(count) = checking.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                checking.remove(&self.address);
            }
        }
    }
}

/// One machine has a whole /64 of IPv6 addresses to guess from.
fn neighbourhood(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(it) => IpAddr::V6((it.to_bits() >> 64 << 64).into()),
        IpAddr::V4(it) => IpAddr::V4(it),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_four_places_and_others_keep_theirs() {
        let guesses = Guesses::default();
        let [one, other]: [IpAddr; 2] = ["10.0.0.1".parse().unwrap(), "10.0.0.2".parse().unwrap()];
        let taken: Vec<Check> = (0..4).map(|_| guesses.enter(one).unwrap()).collect();
        assert!(guesses.enter(one).is_none());
        assert!(guesses.enter("::ffff:10.0.0.1".parse().unwrap()).is_none(), "the same address");
        assert!(guesses.enter(other).is_some());
        drop(taken);
        assert!(guesses.enter(one).is_some());
        assert!(guesses.locked().is_empty(), "nothing is kept about those who left");
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let guesses = Guesses::default();
        let address = |last: u32| format!("2001:db8::{last:x}").parse::<IpAddr>().unwrap();
        let _taken: Vec<Check> = (1..5).map(|last| guesses.enter(address(last)).unwrap()).collect();
        assert!(guesses.enter(address(99)).is_none());
        assert!(guesses.enter("2001:db9::1".parse().unwrap()).is_some());
    }
}
