//! The native half of `url`: the WHATWG parser, by the crate `url`.

mod address;
mod file_address;
mod plain;

use std::rc::Rc;

use roundel_jsc::{Characters, Ctx, JsResult, Object, SharedArray, Value};
use url::{Position, Url, quirks};

use self::address::{Address, Names};
use crate::environment::Environment;
use crate::loops::World;

const COMPONENTS: usize = 15;

/// Where the offsets of `components` are, in order, but for those of the password; `js/bindings/url.d.ts` names them.
const POSITIONS: [Position; COMPONENTS - 2] = [
    Position::AfterScheme,
    Position::BeforeUsername,
    Position::AfterUsername,
    Position::BeforeHost,
    Position::AfterHost,
    Position::BeforePort,
    Position::AfterPort,
    Position::BeforePath,
    Position::AfterPath,
    Position::BeforeQuery,
    Position::AfterQuery,
    Position::BeforeFragment,
    Position::AfterFragment,
];

pub(super) fn create<'js>(ctx: Ctx<'js>, environment: &Environment) -> JsResult<'js, Object<'js>> {
    let names = match environment.options.loop_kind.world {
        World::Node => Names::AsWritten,
        World::Window => Names::Decodable,
    };
    let binding = ctx.object();
    let components = Rc::new(SharedArray::<u32>::new(COMPONENTS));
    binding.set(ctx, "components", components.to_object(ctx)?)?;
    let shown = components.clone();
    let parse = ctx.function("parse", move |ctx, args| {
        if args.at(1).is_undefined()
            && let Some(offsets) = plain_offsets(ctx, args.at(0))?
        {
            show(&shown, offsets);
            return Ok(args.at(0));
        }
        let address = parse_address(ctx, names, args.at(0), args.at(1))?;
        Ok(address.map_or(ctx.undefined(), |address| publish(ctx, &shown, &address)))
    });
    binding.set(ctx, "parse", parse)?;
    let can_parse = ctx.function("canParse", move |ctx, args| {
        Ok(ctx.boolean(parse_address(ctx, names, args.at(0), args.at(1))?.is_some()))
    });
    binding.set(ctx, "canParse", can_parse)?;
    let update = ctx.function("update", move |ctx, args| {
        let href = args.at(0).to_rust_string(ctx)?;
        let part = args.at(1).to_rust_string(ctx)?;
        let value = args.at(2).to_rust_string(ctx)?;
        let address = address::update(names, &href, &part, &value);
        Ok(address.map_or(ctx.undefined(), |address| publish(ctx, &components, &address)))
    });
    binding.set(ctx, "update", update)?;
    let to_ascii = ctx.function("domainToASCII", |ctx, args| {
        Ok(ctx.string(&address::domain_to_ascii(&args.at(0).to_rust_string(ctx)?)))
    });
    binding.set(ctx, "domainToASCII", to_ascii)?;
    let to_unicode = ctx.function("domainToUnicode", |ctx, args| {
        Ok(ctx.string(&address::domain_to_unicode(&args.at(0).to_rust_string(ctx)?)))
    });
    binding.set(ctx, "domainToUnicode", to_unicode)?;
    Ok(binding)
}

fn parse_address<'js>(
    ctx: Ctx<'js>,
    names: Names,
    input: Value<'js>,
    base: Value<'js>,
) -> JsResult<'js, Option<Address>> {
    let input = input.to_rust_string(ctx)?;
    if base.is_undefined() {
        return Ok(address::parse(names, &input, None));
    }
    Ok(address::parse(names, &input, Some(&base.to_rust_string(ctx)?)))
}

/// Writes `^` in a path as the standard has it since 2024; the crate leaves it.
fn encode_carets(url: &mut Url) {
    if !url.cannot_be_a_base() && url.path().contains('^') {
        let path = url.path().replace('^', "%5E");
        url.set_path(&path);
    }
}

/// Writes the offsets where JavaScript sees them and gives the href.
fn publish<'js>(ctx: Ctx<'js>, components: &SharedArray<u32>, address: &Address) -> Value<'js> {
    show(components, address.offsets);
    ctx.string(&address.href)
}

fn show(components: &SharedArray<u32>, offsets: [usize; COMPONENTS]) {
    for (slot, offset) in offsets.into_iter().enumerate() {
        // A URL is far shorter than 4 GiB: the engine's strings end at 2 GiB.
        components.set(slot, offset as u32);
    }
}

/// The offsets of a string that is an address as the parser would write it.
fn plain_offsets<'js>(
    ctx: Ctx<'js>,
    input: Value<'js>,
) -> JsResult<'js, Option<[usize; COMPONENTS]>> {
    if !input.is_string(ctx) {
        return Ok(None);
    }
    input.with_characters(ctx, |characters| match characters {
        Characters::Latin1(text) => plain::offsets(text),
        Characters::Utf16(_) => None,
    })
}

fn offsets(url: &Url) -> [usize; COMPONENTS] {
    const PASSWORD: usize = 3;
    let mut offsets = [0; COMPONENTS];
    for (index, position) in POSITIONS.into_iter().enumerate() {
        let slot = if index < PASSWORD { index } else { index + 2 };
        offsets[slot] = url[..position].len();
    }
    // The crate asserts that nothing stands between a user without a password and the host, where `@` does.
    let username_end = offsets[PASSWORD - 1];
    let (start, length) =
        url.password().map_or((username_end, 0), |text| (username_end + 1, text.len()));
    offsets[PASSWORD] = start;
    offsets[PASSWORD + 1] = start + length;
    offsets
}

/// Runs the setter of the standard; false when it refuses the value.
fn set(url: &mut Url, part: &str, value: &str) -> bool {
    let has_authority =
        url.host_str().is_some_and(|host| !host.is_empty()) && url.scheme() != "file";
    if matches!(part, "username" | "password" | "port") && !has_authority {
        return false;
    }
    match part {
        "protocol" => quirks::set_protocol(url, value).is_ok(),
        "username" => quirks::set_username(url, value).is_ok(),
        "password" => quirks::set_password(url, value).is_ok(),
        "host" => quirks::set_host(url, value).is_ok(),
        "hostname" => quirks::set_hostname(url, value).is_ok(),
        "port" => quirks::set_port(url, value).is_ok(),
        "pathname" => {
            quirks::set_pathname(url, value);
            encode_carets(url);
            true
        }
        "search" => {
            quirks::set_search(url, value);
            true
        }
        "hash" => {
            quirks::set_hash(url, value);
            true
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> Vec<String> {
        let url = Url::parse(text).unwrap();
        let at = offsets(&url);
        at[1..].chunks(2).map(|pair| url.as_str()[pair[0]..pair[1]].to_owned()).collect()
    }

    #[test]
    fn offsets_cut_the_parts_out() {
        assert_eq!(
            parts("http://u:p@h.com:81/a/b?q#f"),
            ["u", "p", "h.com", "81", "/a/b", "q", "f"]
        );
        assert_eq!(parts("http://me@h/"), ["me", "", "h", "", "/", "", ""]);
        assert_eq!(parts("mailto:a@b"), ["", "", "", "", "a@b", "", ""]);
        assert_eq!(parts("file:///a"), ["", "", "", "", "/a", "", ""]);
    }

    #[test]
    fn carets_are_encoded_in_paths_alone() {
        let encoded = |text: &str| {
            let mut url = Url::parse(text).unwrap();
            encode_carets(&mut url);
            url.to_string()
        };
        assert_eq!(encoded("http://h/a^b?q^#f^"), "http://h/a%5Eb?q^#f^");
        assert_eq!(encoded("foo:/a^b"), "foo:/a%5Eb");
        assert_eq!(encoded("mailto:a^b"), "mailto:a^b");
    }

    #[test]
    fn setters_refuse_what_the_standard_refuses() {
        let mut url = Url::parse("http://h/").unwrap();
        assert!(set(&mut url, "port", "8080") && url.as_str() == "http://h:8080/");
        assert!(!set(&mut url, "host", ""));
        assert!(!set(&mut url, "no such part", "x"));
    }
}
