//! The grammar of URLPattern, by the crate `urlpattern`. What it makes of a component is a regular expression, which
//! JavaScript runs.

use std::borrow::Cow;

use roundel_jsc::{Ctx, JsResult, Object, Value};
use urlpattern::UrlPatternOptions;
use urlpattern::quirks::{
    self, EcmaRegexp, MatchInput, StringOrInit, UrlPatternComponent, UrlPatternInit,
};

use super::strings;
use crate::environment::Environment;

/// In the order of `js/bindings/url_pattern.d.ts`.
const PARTS: [&str; 9] = [
    "protocol", "username", "password", "hostname", "port", "pathname", "search", "hash", "baseURL",
];

pub(super) fn create<'js>(
    ctx: Ctx<'js>,
    _environment: &Environment,
) -> JsResult<'js, Object<'js>> {
    let binding = ctx.object();
    let parse = ctx.function("parse", |ctx, args| {
        let input = read_input(ctx, args.at(0))?;
        let base = optional(ctx, args.at(1))?;
        let options =
            UrlPatternOptions { ignore_case: args.at(2).to_bool(ctx), ..Default::default() };
        let parsed = quirks::process_construct_pattern_input(input, base.as_deref())
            .and_then(|init| quirks::parse_pattern::<EcmaRegexp>(init, options));
        let Ok(parsed) = parsed else { return Ok(ctx.undefined()) };
        let components = ctx.array(&[])?;
        let parts = [
            parsed.protocol,
            parsed.username,
            parsed.password,
            parsed.hostname,
            parsed.port,
            parsed.pathname,
            parsed.search,
            parsed.hash,
        ];
        for (index, part) in parts.iter().enumerate() {
            components.set_index(ctx, index as u32, component(ctx, part)?)?;
        }
        Ok(ctx.array(&[components.into(), ctx.boolean(parsed.has_regexp_groups)])?.into())
    });
    binding.set(ctx, "parse", parse)?;
    let read = ctx.function("readInput", |ctx, args| {
        let input = read_input(ctx, args.at(0))?;
        let base = optional(ctx, args.at(1))?;
        // A base beside a dictionary is refused before.
        let read = quirks::process_match_input(input, base.as_deref()).ok().flatten();
        let Some(parts) = read.and_then(|(input, _)| quirks::parse_match_input(input)) else {
            return Ok(ctx.undefined());
        };
        let MatchInput { protocol, username, password, hostname, port, pathname, search, hash } = parts;
        let parts = [protocol, username, password, hostname, port, pathname, search, hash];
        Ok(strings(ctx, &parts)?.into())
    });
    binding.set(ctx, "readInput", read)?;
    Ok(binding)
}

fn component<'js>(ctx: Ctx<'js>, part: &UrlPatternComponent) -> JsResult<'js, Object<'js>> {
    ctx.array(&[
        ctx.string(&part.pattern_string),
        ctx.string(&part.regexp_string),
        strings(ctx, &part.group_name_list)?.into(),
    ])
}

/// A text, or a list of texts in the order of [`PARTS`] with undefined for those that are not given.
fn read_input<'js>(ctx: Ctx<'js>, input: Value<'js>) -> JsResult<'js, StringOrInit<'static>> {
    let Some(list) = input.as_object(ctx) else {
        return Ok(StringOrInit::String(Cow::Owned(input.to_rust_string(ctx)?)));
    };
    let mut parts = Vec::new();
    for index in 0..PARTS.len() {
        parts.push(optional(ctx, list.get_index(ctx, index as u32)?)?);
    }
    let mut parts = parts.into_iter();
    let mut next = || parts.next().flatten();
    Ok(StringOrInit::Init(UrlPatternInit {
        protocol: next(),
        username: next(),
        password: next(),
        hostname: next(),
        port: next(),
        pathname: next(),
        search: next(),
        hash: next(),
        base_url: next(),
    }))
}

fn optional<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Option<String>> {
    if value.is_undefined() { Ok(None) } else { Ok(Some(value.to_rust_string(ctx)?)) }
}
