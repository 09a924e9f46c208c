//! The numbers that JavaScript and the door both read and write, without a call.

use roundel_jsc::SharedArray;

pub(crate) const HAS_TICK: usize = 0;
pub(crate) const HAS_REJECTION: usize = 1;

pub(crate) const NOW: usize = 0;
pub(crate) const NEXT_EXPIRY: usize = 1;

pub(crate) const REF_COUNT: usize = 0;
pub(crate) const COUNT: usize = 1;
pub(crate) const OUTSTANDING: usize = 2;
pub(crate) const HAS_DESTROYED: usize = 3;

pub(crate) const RESOURCE_ID: usize = 0;

/// The arrays behind the bindings `task_queue` and `timers`; their `.d.ts` say what each slot means.
pub(crate) struct Shared {
    pub(crate) tick_info: SharedArray<u8>,
    pub(crate) clock: SharedArray<f64>,
    pub(crate) timer_info: SharedArray<i32>,
    pub(crate) immediate_info: SharedArray<i32>,
    pub(crate) resource_info: SharedArray<f64>,
}

impl Shared {
    pub(crate) fn new() -> Shared {
        let shared = Shared {
            tick_info: SharedArray::new(2),
            clock: SharedArray::new(2),
            timer_info: SharedArray::new(1),
            immediate_info: SharedArray::new(4),
            resource_info: SharedArray::new(1),
        };
        shared.clock.set(NEXT_EXPIRY, f64::INFINITY);
        shared
    }

    #[inline]
    pub(crate) fn now(&self) -> f64 {
        self.clock.get(NOW)
    }

    #[inline]
    pub(crate) fn set_now(&self, now_ms: f64) {
        self.clock.set(NOW, now_ms);
    }

    #[inline]
    pub(crate) fn next_expiry(&self) -> f64 {
        self.clock.get(NEXT_EXPIRY)
    }

    #[inline]
    pub(crate) fn timer_refs(&self) -> i32 {
        self.timer_info.get(REF_COUNT)
    }

    #[inline]
    pub(crate) fn immediate_refs(&self) -> i32 {
        self.immediate_info.get(REF_COUNT)
    }

    #[inline]
    pub(crate) fn immediates(&self) -> i32 {
        self.immediate_info.get(COUNT)
    }

    /// Whether hooks are to be told of resources that are gone.
    #[inline]
    pub(crate) fn has_destroyed(&self) -> bool {
        self.immediate_info.get(HAS_DESTROYED) != 0
    }

    /// The async id that JavaScript has given to what is being made.
    pub(crate) fn take_resource_id(&self) -> u64 {
        let id = self.resource_info.get(RESOURCE_ID);
        self.resource_info.set(RESOURCE_ID, 0.0);
        id as u64
    }

    #[inline]
    pub(crate) fn immediates_outstanding(&self) -> bool {
        self.immediate_info.get(OUTSTANDING) != 0
    }
}
