//! The system's resolver on the pool: names to addresses and back, and what nobody knows.

use crate::support::{Calls, both};
use roundel_loop::{RunMode, address_of_name, name_of_address};

both!(an_address_is_its_own_name, |lp| {
    let calls = Calls::new();
    let hit = calls.clone();
    address_of_name(lp, "::1", 443, move |_, found| {
        assert_eq!(found.unwrap(), ["[::1]:443".parse().unwrap()]);
        hit.hit();
    });
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 1);
});

both!(a_name_that_can_not_be_is_an_error, |lp| {
    let calls = Calls::new();
    let hit = calls.clone();
    address_of_name(lp, "a..b", 1, move |_, found| {
        assert!(found.is_err());
        hit.hit();
    });
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 1);
});

both!(an_address_has_a_name_or_its_numbers, |lp| {
    let calls = Calls::new();
    let hit = calls.clone();
    name_of_address(lp, "127.0.0.1:1".parse().unwrap(), move |_, found| {
        let (host, service) = found.unwrap();
        assert!(!host.is_empty() && !service.is_empty());
        hit.hit();
    });
    assert!(!lp.run(RunMode::Default));
    assert_eq!(calls.count(), 1);
});
