//! Sessions: one connection each.

use std::io::Write;
use std::rc::Rc;

use roundel_jsc::{Class, Ctx, Exception, Function, JsResult, Object, Value};
use roundel_openssl::Secret;
use roundel_openssl::tls::{
    Answer, Context, Event, Hello, Psk, PskQuestion, Role, Session, SessionSettings,
};

use super::super::streams::{Layer, Streams, gather, send};
use super::{array, bytes, context, error_object, exception, optional_array, optional_bytes};
use super::{optional_list, optional_text};

/// A session and the context it was made with, which is asked for issuers.
pub(super) struct Connection {
    pub(super) session: Session,
    pub(super) context: Context,
}

/// The kinds of events that are not data, as JavaScript knows them.
const HANDSHAKE_START: i32 = 0;
const HANDSHAKE_DONE: i32 = 1;
const HELLO: i32 = 2;
const NEW_SESSION: i32 = 3;
const KEYLOG: i32 = 4;
const STATUS: i32 = 5;
const FAILED: i32 = 6;

impl Layer for Connection {
    fn feed(&self, bytes: &[u8]) {
        self.session.feed(bytes);
    }
}

pub(super) fn add<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    let class = Rc::new(Class::<Connection>::new("TLSSession"));
    // createSession(context, isServer, serverName, protocols, requestsCertificate, requiresCertificate, requestsStatus,
    // asksAboutHello, usesPsk)
    let create = ctx.function("createSession", move |ctx, args| {
        let context = context::of(ctx, args.at(0))?;
        let role = if args.at(1).to_bool(ctx) { Role::Server } else { Role::Client };
        let settings = SessionSettings {
            server_name: optional_text(ctx, args.at(2))?,
            protocols: optional_list(ctx, args.at(3))?,
            requests_certificate: args.at(4).to_bool(ctx),
            requires_certificate: args.at(5).to_bool(ctx),
            requests_status: args.at(6).to_bool(ctx),
            asks_about_hello: args.at(7).to_bool(ctx),
            wants_keylog: false,
            uses_psk: args.at(8).to_bool(ctx),
        };
        let session =
            Session::new(&context, role, settings).map_err(|failure| exception(ctx, &failure))?;
        let context = Context::clone(&context);
        Ok(class.instantiate(ctx, Connection { session, context }).into())
    });
    binding.set(ctx, "createSession", create)?;

    // attach(session, stream): what the stream reads is the session's.
    let attach = ctx.function("attach", |ctx, args| {
        Streams::of(ctx).set_layer(args.at(1).to_uint32(ctx)?, of(ctx, args.at(0))?);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "attach", attach)?;
    let feed = ctx.function("feed", |ctx, args| {
        of(ctx, args.at(0))?.session.feed(&bytes(ctx, args.at(1))?);
        Ok(ctx.undefined())
    });
    binding.set(ctx, "feed", feed)?;
    // nextEvent(session, askForKey)
    let next = ctx.function("nextEvent", |ctx, args| {
        let connection = of(ctx, args.at(0))?;
        let asked = args.at(1).as_function(ctx);
        let event = match asked {
            None => connection.session.next_event(None),
            Some(asked) => {
                let ask = |question: PskQuestion<'_>| key_of(ctx, asked, question);
                connection.session.next_event(Some(&ask))
            }
        };
        print_trace(&connection.session);
        match event {
            Some(event) => event_value(ctx, event),
            None => Ok(ctx.undefined()),
        }
    });
    binding.set(ctx, "nextEvent", next)?;
    // flush(session, stream, callback): sends what there is; as `write` of a stream.
    let flush = ctx.function("flush", |ctx, args| {
        let connection = of(ctx, args.at(0))?;
        let mut output = Vec::new();
        connection.session.take_output(&mut output);
        if output.is_empty() {
            return Ok(ctx.int32(0));
        }
        send(ctx, args.at(1).to_uint32(ctx)?, output, args.at(2))
    });
    binding.set(ctx, "flush", flush)?;
    let take = ctx.function("takeOutput", |ctx, args| {
        let mut output = Vec::new();
        of(ctx, args.at(0))?.session.take_output(&mut output);
        optional_array(ctx, (!output.is_empty()).then_some(output))
    });
    binding.set(ctx, "takeOutput", take)?;
    // write(session, chunks): false if it has to wait for the handshake.
    let write = ctx.function("write", |ctx, args| {
        let connection = of(ctx, args.at(0))?;
        let mut plaintext = Vec::new();
        gather(ctx, args.at(1), &mut plaintext)?;
        let is_written = connection.session.write(&plaintext);
        print_trace(&connection.session);
        Ok(ctx.boolean(is_written))
    });
    binding.set(ctx, "write", write)?;
    let queued = ctx.function("hasQueued", |ctx, args| {
        Ok(ctx.boolean(of(ctx, args.at(0))?.session.has_queued()))
    });
    binding.set(ctx, "hasQueued", queued)?;
    let shut_down = ctx.function("shutDown", |ctx, args| {
        of(ctx, args.at(0))?.session.shut_down();
        Ok(ctx.undefined())
    });
    binding.set(ctx, "shutDown", shut_down)?;
    changes(ctx, binding)
}

fn changes<'js>(ctx: Ctx<'js>, binding: Object<'js>) -> JsResult<'js, ()> {
    // answer(session, context, der, status, protocols)
    let answer = ctx.function("answer", |ctx, args| {
        let connection = of(ctx, args.at(0))?;
        let context =
            if args.at(1).is_nullish() { None } else { Some(context::of(ctx, args.at(1))?) };
        let answer = Answer {
            context: context.map(|context| Context::clone(&context)),
            session: optional_bytes(ctx, args.at(2))?,
            status_response: optional_bytes(ctx, args.at(3))?,
            protocols: optional_list(ctx, args.at(4))?,
        };
        connection.session.answer(answer).map_err(|failure| exception(ctx, &failure))?;
        Ok(ctx.undefined())
    });
    binding.set(ctx, "answer", answer)?;
    let set_session = ctx.function("setSession", |ctx, args| {
        let connection = of(ctx, args.at(0))?;
        let der = bytes(ctx, args.at(1))?;
        connection.session.set_session(&der).map_err(|failure| exception(ctx, &failure))?;
        Ok(ctx.undefined())
    });
    binding.set(ctx, "setSession", set_session)?;
    let set_name = ctx.function("setServerName", |ctx, args| {
        let connection = of(ctx, args.at(0))?;
        let name = args.at(1).to_rust_string(ctx)?;
        connection.session.set_server_name(&name).map_err(|failure| exception(ctx, &failure))?;
        Ok(ctx.undefined())
    });
    binding.set(ctx, "setServerName", set_name)?;
    let hint = ctx.function("setPskHint", |ctx, args| {
        let connection = of(ctx, args.at(0))?;
        let hint = args.at(1).to_rust_string(ctx)?;
        connection.session.set_psk_hint(&hint).map_err(|failure| exception(ctx, &failure))?;
        Ok(ctx.undefined())
    });
    binding.set(ctx, "setPskHint", hint)?;
    // useIdentity(session, context)
    let identity = ctx.function("useIdentity", |ctx, args| {
        let connection = of(ctx, args.at(0))?;
        let context = context::of(ctx, args.at(1))?;
        connection.session.use_identity_of(&context).map_err(|failure| exception(ctx, &failure))?;
        Ok(ctx.undefined())
    });
    binding.set(ctx, "useIdentity", identity)?;
    let trace = ctx.function("enableTrace", |ctx, args| {
        of(ctx, args.at(0))?.session.enable_trace();
        Ok(ctx.undefined())
    });
    binding.set(ctx, "enableTrace", trace)?;
    let keylog = ctx.function("setKeylog", |ctx, args| {
        of(ctx, args.at(0))?.session.set_wants_keylog(args.at(1).to_bool(ctx));
        Ok(ctx.undefined())
    });
    binding.set(ctx, "setKeylog", keylog)?;
    let verify = ctx.function("setVerify", |ctx, args| {
        let connection = of(ctx, args.at(0))?;
        connection.session.set_verify(args.at(1).to_bool(ctx), args.at(2).to_bool(ctx));
        Ok(ctx.undefined())
    });
    binding.set(ctx, "setVerify", verify)?;
    let renegotiate = ctx.function("renegotiate", |ctx, args| {
        let connection = of(ctx, args.at(0))?;
        connection.session.renegotiate().map_err(|failure| exception(ctx, &failure))?;
        Ok(ctx.undefined())
    });
    binding.set(ctx, "renegotiate", renegotiate)?;
    let fragment = ctx.function("setMaxSendFragment", |ctx, args| {
        let size = args.at(1).to_number(ctx)? as i64;
        Ok(ctx.boolean(of(ctx, args.at(0))?.session.set_max_send_fragment(size)))
    });
    binding.set(ctx, "setMaxSendFragment", fragment)
}

/// Asks JavaScript for a key: `(hintOrIdentity, maxKey, maxIdentity)` gives `[identity, key]` or nothing. What it throws is
/// its own to catch.
fn key_of<'js>(ctx: Ctx<'js>, asked: Function<'js>, question: PskQuestion<'_>) -> Option<Psk> {
    let (text, max_key, max_identity) = match question {
        PskQuestion::Client { hint, max_identity, max_key } => (hint, max_key, max_identity),
        PskQuestion::Server { identity, max_key } => (Some(identity), max_key, 0),
    };
    let text = text.map_or(ctx.null(), |text| ctx.string(text));
    let limits = [max_key, max_identity].map(|limit| ctx.number(limit as f64));
    let answer = asked.call(ctx, None, &[text, limits[0], limits[1]]).ok()?.as_object(ctx)?;
    let identity = answer.get_index(ctx, 0).ok()?.to_rust_string(ctx).ok()?;
    let key = optional_bytes(ctx, answer.get_index(ctx, 1).ok()?).ok()??;
    Some(Psk { identity, key: Secret::new(key) })
}

/// What `enableTrace` asked for goes to standard error, whatever JavaScript has made of that.
fn print_trace(session: &Session) {
    let text = session.take_trace();
    if !text.is_empty() {
        // Nobody can be told that standard error is closed.
        let _ = std::io::stderr().write_all(&text);
    }
}

/// The session that a script passes.
pub(super) fn of<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Rc<Connection>> {
    value
        .as_object(ctx)
        .and_then(Object::private::<Connection>)
        .ok_or_else(|| Exception::type_error(ctx, "Illegal invocation"))
}

/// Bytes, null at the end, or a list that begins with the kind of the event.
fn event_value<'js>(ctx: Ctx<'js>, event: Event) -> JsResult<'js, Value<'js>> {
    let (kind, parts) = match event {
        Event::Data(data) => return array(ctx, data),
        Event::End => return Ok(ctx.null()),
        Event::HandshakeStart => (HANDSHAKE_START, [ctx.undefined(), ctx.undefined()]),
        Event::HandshakeDone => (HANDSHAKE_DONE, [ctx.undefined(), ctx.undefined()]),
        Event::Hello(hello) => (HELLO, [hello_object(ctx, hello)?.into(), ctx.undefined()]),
        Event::NewSession { id, der } => (NEW_SESSION, [array(ctx, id)?, array(ctx, der)?]),
        Event::Keylog(line) => (KEYLOG, [array(ctx, line)?, ctx.undefined()]),
        Event::Status(response) => (STATUS, [optional_array(ctx, response)?, ctx.undefined()]),
        Event::Failed(failure) => (FAILED, [error_object(ctx, &failure)?.into(), ctx.undefined()]),
    };
    Ok(ctx.array(&[ctx.int32(kind), parts[0], parts[1]])?.into())
}

fn hello_object<'js>(ctx: Ctx<'js>, hello: Hello) -> JsResult<'js, Object<'js>> {
    let object = ctx.object();
    let name = hello.server_name.map_or(ctx.undefined(), |name| ctx.string(&name));
    object.set(ctx, "servername", name)?;
    object.set(ctx, "sessionId", array(ctx, hello.session_id)?)?;
    object.set(ctx, "tlsTicket", ctx.boolean(hello.has_ticket))?;
    object.set(ctx, "OCSPRequest", ctx.boolean(hello.asks_for_status))?;
    let protocols = match hello.protocols {
        None => ctx.undefined(),
        Some(names) => {
            let list = ctx.array(&[])?;
            for (index, name) in names.into_iter().enumerate() {
                list.set_index(ctx, index as u32, array(ctx, name)?)?;
            }
            list.into()
        }
    };
    object.set(ctx, "protocols", protocols)?;
    Ok(object)
}
