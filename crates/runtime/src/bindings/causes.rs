//! The record of causes, as JavaScript tells it.

use std::cell::RefCell;

use roundel_jsc::{Arguments, Ctx, JsResult, Object, Persistent, Value};
use roundel_loop::{EventLoop, ResourceId};
use roundel_trace::{Numbered, Recorder, TickTexts, WITHOUT_ASYNC_ID};

use crate::causes::{Resource, TurnKind, Way};
use crate::environment::Environment;
use crate::tracing::{Numbers, Tracing};

pub(super) fn create<'js>(ctx: Ctx<'js>, environment: &Environment) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let enabled = environment.causes.as_ref().is_some_and(|causes| causes.wants_resources());
    binding.set(ctx, "enabled", ctx.boolean(enabled))?;
    let watches_waits =
        environment.causes.as_ref().is_some_and(|causes| causes.blocked().is_some());
    binding.set(ctx, "watchesWaits", ctx.boolean(watches_waits))?;
    let promises = environment.causes.as_ref().is_some_and(|causes| causes.wants_promises());
    binding.set(ctx, "promises", ctx.boolean(promises))?;
    let answers_life = environment.causes.as_ref().is_some_and(|causes| causes.answers_life());
    binding.set(ctx, "answersLife", ctx.boolean(answers_life))?;
    let places = environment.causes.as_ref().is_some_and(|causes| causes.wants_places());
    binding.set(ctx, "places", ctx.boolean(places))?;
    let lints = environment.causes.as_ref().is_some_and(|causes| causes.serves_lints());
    binding.set(ctx, "lints", ctx.boolean(lints))?;
    let note = ctx.function("note", |ctx, args| {
        let lint = args.at(0).to_rust_string(ctx)?;
        let text = args.at(1).to_rust_string(ctx)?;
        let stack = args.at(2).to_rust_string(ctx)?;
        Environment::of(ctx).note(&lint, &text, &stack);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "note", note)?;
    let set_lister = ctx.function("setLifeLister", |ctx, args| {
        if let Some(causes) = &Environment::of(ctx).causes {
            // Given once, by `internal/causes.js`.
            let _ = causes.life_lister.set(Persistent::new(ctx, args.at(0)));
        }
        Ok(ctx.undefined())
    });
    binding.set(ctx, "setLifeLister", set_lister)?;
    let made = ctx.function("made", |ctx, args| {
        let turn = match args.at(3).to_rust_string(ctx)?.as_str() {
            "" => TurnKind::None,
            "entry" => TurnKind::Entry,
            kind => TurnKind::Own(kind.to_owned()),
        };
        Environment::of(ctx).resource_made(Resource {
            id: id(ctx, args.at(0))?,
            kind: args.at(1).to_rust_string(ctx)?,
            trigger: id(ctx, args.at(2))?,
            turn,
            function: args.at(4).to_rust_string(ctx)?,
            detail: RefCell::new(text(ctx, args.at(5))?.unwrap_or_default()),
            stack: args.at(6).to_rust_string(ctx)?,
            server: None,
        });
        Ok(ctx.undefined())
    });
    binding.set(ctx, "made", made)?;
    let begin = ctx.function("begin", |ctx, args| {
        let kind = match args.at(1) {
            kind if kind.is_undefined() => None,
            kind => Some(kind.to_rust_string(ctx)?),
        };
        Environment::of(ctx).resource_begin(id(ctx, args.at(0))?, kind, text(ctx, args.at(2))?);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "begin", begin)?;
    let end = ctx.function("end", |ctx, args| {
        let ended = args.at(0).as_number().map(|id| ResourceId(id as u64));
        Environment::of(ctx).resource_end(ended);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "end", end)?;
    let gone = ctx.function("gone", |ctx, args| {
        Environment::of(ctx).resource_gone(id(ctx, args.at(0))?);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "gone", gone)?;
    let resumed = ctx.function("resumed", |ctx, args| {
        let is_last = args.at(1).to_bool(ctx);
        Environment::of(ctx).resource_resumed(id(ctx, args.at(0))?, is_last);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "resumed", resumed)?;
    let mark_queued = ctx.function("markQueued", |ctx, _| {
        Environment::of(ctx).job_mark(true);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "markQueued", mark_queued)?;
    let mark_run = ctx.function("markRun", |ctx, _| {
        Environment::of(ctx).job_mark(false);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "markRun", mark_run)?;
    let sent = ctx.function("sent", |ctx, args| moved(ctx, args, Way::Out));
    binding.set(ctx, "sent", sent)?;
    let received = ctx.function("received", |ctx, args| moved(ctx, args, Way::In));
    binding.set(ctx, "received", received)?;
    if let Some(numbers) = environment
        .causes
        .as_ref()
        .and_then(|causes| causes.tracing())
        .and_then(|tracing| tracing.numbers())
    {
        set_numbers(ctx, binding, numbers)?;
    }
    binding.set(ctx, "WITHOUT_ASYNC_ID", ctx.number(WITHOUT_ASYNC_ID as f64))?;
    let waited = ctx.function("waited", |ctx, _| {
        Environment::of(ctx).waited(ctx);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "waited", waited)?;
    Ok(binding)
}

/// What JavaScript needs to tell in numbers.
fn set_numbers<'js>(ctx: Ctx<'js>, binding: Object<'js>, numbers: &Numbers) -> JsResult<'js, ()> {
    binding.set(ctx, "isWanted", ctx.boolean(numbers.is_heard()))?;
    let set_listener = ctx.function("setWantedListener", |ctx, args| {
        if let Some((_, numbers)) = numbered(&Environment::of(ctx)) {
            numbers.set_listener(ctx, args.at(0));
        }
        Ok(ctx.undefined())
    });
    binding.set(ctx, "setWantedListener", set_listener)?;
    let made = ctx.sited_function("madeNumbered", |ctx, args, site| {
        let environment = Environment::of(ctx);
        if let Some((tracing, numbers)) = numbered(&environment) {
            let detail = match args.at(5).as_number() {
                Some(ms) => {
                    let repeats = args.at(6).as_bool().unwrap_or(false);
                    tracing.number_of_delay(numbers, ms, repeats)
                }
                None => 0,
            };
            let made = Numbered {
                id: number(args.at(0)),
                trigger: number(args.at(1)),
                kind: number(args.at(2)) as u32,
                turn: number(args.at(3)) as u32,
                function: number(args.at(4)) as u32,
                detail,
                place: 0,
            };
            tracing.made_numbered(ctx, &environment.lp, site, made)?;
        }
        Ok(ctx.undefined())
    });
    binding.set(ctx, "madeNumbered", made)?;
    let begin = ctx.function("beginNumbered", |ctx, args| {
        tell(ctx, |recorder, lp| recorder.begin_numbered(lp, number(args.at(0))));
        Ok(ctx.undefined())
    });
    binding.set(ctx, "beginNumbered", begin)?;
    let end = ctx.function("endNumbered", |ctx, args| {
        tell(ctx, |recorder, lp| recorder.end_numbered(lp, number(args.at(0))));
        Ok(ctx.undefined())
    });
    binding.set(ctx, "endNumbered", end)?;
    let gone = ctx.function("goneNumbered", |ctx, args| {
        tell(ctx, |recorder, lp| recorder.gone_numbered(lp, number(args.at(0))));
        Ok(ctx.undefined())
    });
    binding.set(ctx, "goneNumbered", gone)?;
    binding.set(ctx, "describesAgain", ctx.boolean(numbers.describes_again))?;
    if let Some(told) = &numbers.told {
        binding.set(ctx, "told", told.to_object(ctx)?)?;
        let take = ctx.function("takeTold", |ctx, _| {
            tell(ctx, Recorder::catch_up);
            Ok(ctx.undefined())
        });
        binding.set(ctx, "takeTold", take)?;
        let set_texts = ctx.function("setTickTexts", |ctx, args| {
            let (kind, turn) = (number(args.at(0)) as u32, number(args.at(1)) as u32);
            let environment = Environment::of(ctx);
            if let Some((tracing, numbers)) = numbered(&environment) {
                tracing.take_told(numbers, &environment.shared, TickTexts { kind, turn });
            }
            Ok(ctx.undefined())
        });
        binding.set(ctx, "setTickTexts", set_texts)?;
    }
    let set_finder = ctx.function("setPlaceFinder", |ctx, args| {
        if let Some((_, numbers)) = numbered(&Environment::of(ctx)) {
            numbers.set_finder(ctx, args.at(0));
        }
        Ok(ctx.undefined())
    });
    binding.set(ctx, "setPlaceFinder", set_finder)?;
    let number_of = ctx.function("numberOf", |ctx, args| {
        let text = args.at(0).to_rust_string(ctx)?;
        let environment = Environment::of(ctx);
        let number = numbered(&environment).map_or(0, |(tracing, _)| tracing.number_of(&text));
        Ok(ctx.number(number.into()))
    });
    binding.set(ctx, "numberOf", number_of)?;
    let number_of_place = ctx.function("numberOfPlace", |ctx, args| {
        let stack = args.at(0).to_rust_string(ctx)?;
        let environment = Environment::of(ctx);
        let number = numbered(&environment)
            .map_or(0, |(tracing, _)| tracing.number_of_place(&stack, &environment.sources));
        Ok(ctx.number(number.into()))
    });
    binding.set(ctx, "numberOfPlace", number_of_place)
}

fn moved<'js>(ctx: Ctx<'js>, args: Arguments<'js>, way: Way) -> JsResult<'js, Value<'js>> {
    let (id, flow) = (id(ctx, args.at(0))?, args.at(1).to_rust_string(ctx)?);
    Environment::of(ctx).moved(way, id, &flow, number(args.at(2)));
    Ok(ctx.undefined())
}

#[inline]
fn numbered(environment: &Environment) -> Option<(&Tracing, &Numbers)> {
    let tracing = environment.causes.as_ref()?.tracing()?;
    Some((tracing, tracing.numbers()?))
}

#[inline]
fn tell(ctx: Ctx<'_>, what: impl FnOnce(&mut Recorder, &EventLoop)) {
    let environment = Environment::of(ctx);
    if let Some((tracing, _)) = numbered(&environment) {
        what(&mut tracing.recorder().borrow_mut(), &environment.lp);
    }
}

/// What is no number stands for nothing, which has the number 0.
#[inline]
fn number(value: Value<'_>) -> u64 {
    match value.as_int32() {
        Some(number) => number as u64,
        None => value.as_number().map_or(0, |number| number as u64),
    }
}

fn id<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, ResourceId> {
    Ok(ResourceId(value.to_number(ctx)? as u64))
}

/// The text is JSON.stringify's.
fn text<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Option<String>> {
    if value.is_undefined() { Ok(None) } else { value.to_rust_string(ctx).map(Some) }
}
