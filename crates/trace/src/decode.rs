//! The records of a block as events.

use std::rc::Rc;

use roundel_loop::{HandleKey, HandleKind};

use crate::codes::{Coded, tag};
use crate::event::{Event, Made, Text, Timed, TurnKind};
use crate::wire::{Cursor, Fault};

/// What the records of one stream have said so far.
pub(crate) struct Decoder {
    texts: Vec<Text>,
    empty: Text,
}

impl Decoder {
    pub(crate) fn new() -> Decoder {
        Decoder { texts: Vec::new(), empty: Rc::from("") }
    }

    /// Forgets the texts, as the blocks of a ring do.
    pub(crate) fn begin_anew(&mut self) {
        self.texts.clear();
    }

    /// Reads all records of a block, whose times count from `base_ns`. An error is where and what.
    pub(crate) fn block(
        &mut self,
        records: &[u8],
        base_ns: u64,
        events: &mut Vec<Timed>,
    ) -> Result<(), (usize, Fault)> {
        let mut cursor = Cursor::new(records);
        let mut at_ns = base_ns;
        while !cursor.is_at_end() {
            let begin = cursor.at();
            let event = self.record(&mut cursor, &mut at_ns).map_err(|fault| (begin, fault))?;
            events.extend(event.map(|event| Timed { at_ns, event }));
        }
        Ok(())
    }

    /// One record; a text is none that anybody asks for.
    fn record(&mut self, cursor: &mut Cursor<'_>, at_ns: &mut u64) -> Result<Option<Event>, Fault> {
        let tag = cursor.byte()?;
        if tag == tag::TEXT {
            let length = cursor.number()?;
            let text = utf8(cursor.take(length)?)?;
            self.texts.push(Rc::from(text));
            return Ok(None);
        }
        let passed_ns = cursor.number()?;
        *at_ns = at_ns.checked_add(passed_ns).ok_or("a time is too large")?;
        let event = match tag {
            tag::INFO => Event::Info(self.text(cursor)?, self.text(cursor)?),
            tag::RUN_BEGIN => Event::RunBegin,
            tag::RUN_END => Event::RunEnd,
            tag::ITERATION => Event::Iteration(cursor.number()?),
            tag::PHASE_BEGIN => Event::PhaseBegin(coded(cursor)?),
            tag::PHASE_END => Event::PhaseEnd(coded(cursor)?),
            tag::POLL_ENTER => Event::PollEnter { timeout_ns: cursor.number()?.checked_sub(1) },
            tag::POLL_EXIT => {
                Event::PollExit { ready: cursor.number()?, waited_ns: cursor.number()? }
            }
            tag::CALLBACK_BEGIN => {
                Event::CallbackBegin { key: key(cursor)?, resource: cursor.number()? }
            }
            tag::CALLBACK_END => Event::CallbackEnd { key: key(cursor)? },
            tag::HANDLE => Event::Handle {
                change: coded(cursor)?,
                key: key(cursor)?,
                resource: cursor.number()?,
            },
            tag::WORK_QUEUED => Event::WorkQueued { key: key(cursor)?, resource: cursor.number()? },
            tag::WORK_FINISHED => Event::WorkFinished {
                key: key(cursor)?,
                started_ns: cursor.number()?,
                finished_ns: cursor.number()?,
            },
            tag::WORK_CANCELLED => Event::WorkCancelled { key: key(cursor)? },
            tag::ENTRY_BEGIN => Event::EntryBegin(coded(cursor)?),
            tag::ENTRY_END => Event::EntryEnd(coded(cursor)?),
            tag::ENTRY_DRAINS => Event::EntryDrains,
            tag::JOBS_BEGIN => Event::JobsBegin,
            tag::JOBS_END => Event::JobsEnd,
            tag::MADE => Event::Made(Box::new(self.made(cursor)?)),
            tag::BEGIN => {
                let resource = cursor.number()?;
                let (kind, detail) = (self.text(cursor)?, self.text(cursor)?);
                Event::Begin { resource, kind: some(kind), detail: some(detail) }
            }
            tag::END => Event::End { resource: cursor.number()? },
            tag::GONE => Event::Gone { resource: cursor.number()? },
            tag::MARK_QUEUED => Event::MarkQueued,
            tag::MARK_RUN => Event::MarkRun,
            tag::PRINTED => {
                let fd =
                    u32::try_from(cursor.number()?).map_err(|_| "a descriptor is too large")?;
                let length = cursor.number()?;
                Event::Printed { fd, text: Rc::from(utf8(cursor.take(length)?)?) }
            }
            tag::LOOP_TIME => Event::LoopTime(cursor.number()?),
            tag::CHOICE => Event::Choice {
                point: self.text(cursor)?,
                of: cursor.number()?,
                chosen: cursor.number()?,
            },
            tag::STOPPED => Event::Stopped(self.text(cursor)?),
            tag::ENDED => {
                let code = cursor.number()?;
                Event::Ended((code >> 1) as i64 ^ -((code & 1) as i64))
            }
            tag::STATE => Event::State { iteration: cursor.number()?, phase: coded(cursor)? },
            tag::NOTE => Event::Note {
                lint: self.text(cursor)?,
                place: self.text(cursor)?,
                text: self.text(cursor)?,
            },
            tag::DETAIL => Event::Detail { resource: cursor.number()?, detail: self.text(cursor)? },
            tag::SENT => Event::Sent {
                resource: cursor.number()?,
                flow: self.text(cursor)?,
                bytes: cursor.number()?,
            },
            tag::RECEIVED => Event::Received {
                resource: cursor.number()?,
                flow: self.text(cursor)?,
                bytes: cursor.number()?,
            },
            _ => return Err("a record of an unknown kind"),
        };
        Ok(Some(event))
    }

    fn made(&self, cursor: &mut Cursor<'_>) -> Result<Made, Fault> {
        let (resource, trigger) = (cursor.number()?, cursor.number()?);
        let kind = self.text(cursor)?;
        let turn = self.text(cursor)?;
        Ok(Made {
            resource,
            trigger,
            kind,
            turn: match &*turn {
                "" => TurnKind::Inside,
                "entry" => TurnKind::Entry,
                _ => TurnKind::Own(turn),
            },
            function: self.text(cursor)?,
            detail: self.text(cursor)?,
            place: self.text(cursor)?,
            again: cursor.number()? != 0,
        })
    }

    fn text(&self, cursor: &mut Cursor<'_>) -> Result<Text, Fault> {
        let number = cursor.number()?;
        let Some(place) = number.checked_sub(1) else { return Ok(Rc::clone(&self.empty)) };
        let text = usize::try_from(place).ok().and_then(|place| self.texts.get(place));
        text.cloned().ok_or("a text that was not given")
    }
}

fn some(text: Text) -> Option<Text> {
    (!text.is_empty()).then_some(text)
}

fn utf8(bytes: &[u8]) -> Result<&str, Fault> {
    std::str::from_utf8(bytes).map_err(|_| "a text is not UTF-8")
}

fn coded<T: Coded>(cursor: &mut Cursor<'_>) -> Result<T, Fault> {
    let code = u8::try_from(cursor.number()?).ok();
    code.and_then(T::of).ok_or("a name of an unknown number")
}

fn key(cursor: &mut Cursor<'_>) -> Result<HandleKey, Fault> {
    let kind: HandleKind = coded(cursor)?;
    Ok(HandleKey { kind, number: cursor.number()? })
}
