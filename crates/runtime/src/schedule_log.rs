//! `--schedule-log=FILE`: what the platform left open in a run and how it was decided, for `roundel explore`.
//!
//! One line for each question: `q POINT NTH ANSWERS CHOSEN PLAIN STATE AMONG NEW`. `STATE` and `AMONG` are hexadecimal numbers
//! that are the same where the program has seen the same and where the same things could happen; `NEW` is a dash and a letter
//! for each thing that could not happen before, as `-jd` for a job and a descriptor. With `--schedule-detail` a line of
//! JSON follows with what each answer stands for (`a [...]`) and one with what the new things are (`n [...]`), and there are
//! lines for callbacks (`b {...}`), for what is printed (`w {...}`) and for builtins that are loaded (`m ID`), in the order
//! in which all of it happens.
//!
//! Nothing is buffered: a program that ends anyhow leaves a whole log behind. The file is made new, so that a child which is
//! given its parent's flags leaves it alone.

use std::cell::RefCell;
use std::fs::{File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;

use roundel_loop::{Asked, Candidate, Entry, Event};
use serde_json::{Value, json};

use crate::causes::{Resource, TurnKind};
use crate::environment::Environment;
use crate::options::Options;

pub(crate) struct ScheduleLog {
    /// `None` if the file was there already.
    file: RefCell<Option<File>>,
    has_detail: bool,
}

impl ScheduleLog {
    /// `None` if the options ask for none.
    pub(crate) fn new(options: &Options) -> io::Result<Option<ScheduleLog>> {
        let Some(path) = &options.schedule_log else { return Ok(None) };
        let file = match OpenOptions::new().write(true).create_new(true).open(path) {
            Ok(file) => Some(file),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => None,
            Err(error) => return Err(error),
        };
        Ok(Some(ScheduleLog { file: RefCell::new(file), has_detail: options.schedule_detail }))
    }

    pub(crate) fn has_detail(&self) -> bool {
        self.has_detail
    }

    /// Goes on in another file, which is made new.
    pub(crate) fn move_to(&self, path: &Path) -> io::Result<()> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        self.file.replace(Some(file));
        Ok(())
    }

    /// A builtin is loaded.
    pub(crate) fn loads(&self, id: &str) {
        if self.has_detail {
            self.write(&format!("m {id}\n"));
        }
    }

    /// A question was asked.
    pub(crate) fn asked(&self, environment: &Environment, asked: &Asked<'_>) {
        let Asked { choice, nth, plain, state, among, new_things } = asked;
        let mut hasher = DefaultHasher::new();
        among.hash(&mut hasher);
        self.write(&format!(
            "q {} {nth} {} {} {plain} {state:x} {:x} -{}\n",
            choice.point,
            choice.of,
            choice.chosen,
            hasher.finish(),
            new_things.iter().map(letter).collect::<String>()
        ));
        if !self.has_detail {
            return;
        }
        for (sort, candidates) in [("a", among), ("n", new_things)] {
            if !candidates.is_empty() {
                let labels = candidates.iter().map(|one| environment.label(*one)).collect();
                self.write(&format!("{sort} {}\n", Value::Array(labels)));
            }
        }
    }

    pub(crate) fn observe(
        &self,
        environment: &Environment,
        event: &Event,
        resource: Option<&Rc<Resource>>,
    ) {
        if !self.has_detail {
            return;
        }
        match (event, resource) {
            (Event::EntryBegin(entry), _) if *entry != Entry::Callback => {
                self.write(&format!("b {}\n", json!({ "kind": environment.entry_kind(*entry) })));
            }
            (Event::ResourceBegin(_), Some(resource)) if resource.turn != TurnKind::None => {
                self.write(&format!("b {}\n", describe(environment, resource)));
            }
            _ => {}
        }
    }

    /// Something was printed on a standard descriptor.
    pub(crate) fn wrote(&self, fd: i32, text: &str) {
        if self.has_detail {
            self.write(&format!("w {}\n", json!({ "fd": fd, "text": text })));
        }
    }

    fn write(&self, line: &str) {
        if let Some(file) = &mut *self.file.borrow_mut() {
            // A log that cannot be written must not end the program it is about.
            let _ = file.write_all(line.as_bytes());
        }
    }
}

fn letter(candidate: &Candidate) -> char {
    match candidate {
        Candidate::Job(_) => 'j',
        Candidate::Descriptor(_) => 'd',
        _ => 'w',
    }
}

fn describe(environment: &Environment, resource: &Resource) -> Value {
    let kind = match &resource.turn {
        TurnKind::Own(kind) => kind.as_str(),
        _ => resource.kind.as_str(),
    };
    let frame = resource.place(&environment.sources);
    json!({
        "kind": kind,
        "id": resource.id.0,
        "function": resource.function,
        "detail": serde_json::from_str::<Value>(&resource.detail.borrow()).unwrap_or_default(),
        "place": frame.map(|frame| frame.place),
    })
}

impl Environment {
    /// What an answer stands for.
    fn label(&self, candidate: Candidate) -> Value {
        let sort = match candidate {
            Candidate::Job(_) => "job",
            Candidate::Descriptor(_) => "descriptor",
            Candidate::Wakeup(_) => "wakeup",
            Candidate::Deadline => "deadline",
            Candidate::Enough => "enough",
        };
        let mut label = json!({ "sort": sort });
        let origin = self.lp.origin_of_candidate(candidate);
        if !origin.label.is_empty() {
            label["label"] = origin.label.into();
        }
        let causes = self.causes.as_ref();
        if let Some(resource) = causes.and_then(|causes| causes.resource(origin.resource)) {
            label["is"] = describe(self, &resource);
        }
        label
    }

    /// Has the chooser tell the log what it is asked.
    pub(crate) fn log_questions(self: &Rc<Self>) {
        if self.causes.as_ref().is_none_or(|causes| causes.schedule().is_none()) {
            return;
        }
        let weak = Rc::downgrade(self);
        self.lp.chooser().set_listener(Box::new(move |asked| {
            let Some(environment) = weak.upgrade() else { return };
            if let Some(log) = environment.causes.as_ref().and_then(|causes| causes.schedule()) {
                log.asked(&environment, asked);
            }
        }));
    }
}
