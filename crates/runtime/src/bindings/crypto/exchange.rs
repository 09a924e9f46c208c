//! Exchanges of keys step by step: DiffieHellman and ECDH.

use std::cell::RefCell;
use std::rc::Rc;

use roundel_jsc::{Arguments, Ctx, Exception, JsResult, Value};
use roundel_openssl::{
    DhExchange, DhProblem, EcExchange, EcProblem, ErrorStack, Point, convert_point, curve_names,
    curve_nid, group_prime,
};

use super::failure::{During, Failure, Kind, Thrown};
use super::state::State;
use super::{Native, input, names, output};

const OPERATION_FAILED: Kind = Kind::Error("ERR_CRYPTO_OPERATION_FAILED");

pub(super) const MEMBERS: &[(&str, Native)] = &[
    ("createDh", create_dh),
    ("dhGroupPrime", |ctx, args| {
        let prime = group_prime(&args.at(0).to_rust_string(ctx)?);
        prime.map_or(Ok(ctx.undefined()), |prime| output::bytes(ctx, prime))
    }),
    ("dhProblems", |ctx, args| {
        let problems = dh(ctx, args.at(0))?
            .borrow()
            .problems()
            .during("Checking DH parameters failed")
            .thrown(ctx)?;
        Ok(ctx.int32(problems))
    }),
    ("dhPart", dh_part),
    ("dhGenerateKeys", |ctx, args| {
        dh(ctx, args.at(0))?
            .borrow_mut()
            .generate_keys()
            .during("Key generation failed")
            .thrown(ctx)?;
        Ok(ctx.undefined())
    }),
    ("dhSetKey", dh_set_key),
    ("dhAgree", dh_agree),
    ("createEcdh", create_ecdh),
    ("ecdhGenerateKeys", |ctx, args| {
        ecdh(ctx, args.at(0))?
            .borrow_mut()
            .generate_keys()
            .during("Failed to generate key")
            .thrown(ctx)?;
        Ok(ctx.undefined())
    }),
    ("ecdhPublicKey", |ctx, args| {
        let form = point_form(ctx, args.at(1))?;
        let key = ecdh(ctx, args.at(0))?.borrow().public_key(form);
        let missing = || Failure::coded(OPERATION_FAILED, "Failed to get ECDH public key");
        output::bytes(ctx, key.ok_or_else(missing).thrown(ctx)?)
    }),
    ("ecdhPrivateKey", |ctx, args| {
        let key = ecdh(ctx, args.at(0))?.borrow().private_key();
        let missing = || Failure::coded(OPERATION_FAILED, "Failed to get ECDH private key");
        output::secret(ctx, key.ok_or_else(missing).thrown(ctx)?)
    }),
    ("ecdhSetPrivateKey", |ctx, args| {
        let key = input::bytes(ctx, args.at(1))?;
        let done = ecdh(ctx, args.at(0))?.borrow_mut().set_private_key(&key);
        done.map_err(ec_failure("Failed to convert BN to a private key")).thrown(ctx)?;
        Ok(ctx.undefined())
    }),
    ("ecdhSetPublicKey", |ctx, args| {
        let key = input::bytes(ctx, args.at(1))?;
        let done = ecdh(ctx, args.at(0))?.borrow_mut().set_public_key(&key);
        done.map_err(ec_failure("Failed to convert Buffer to EC_POINT")).thrown(ctx)?;
        Ok(ctx.undefined())
    }),
    ("ecdhAgree", ecdh_agree),
    ("convertPoint", convert),
    ("getCurves", |ctx, _| names(ctx, &curve_names())),
];

/// `createDh(prime | bits, generator)`.
fn create_dh<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    ErrorStack::clear();
    let exchange = match args.at(0).as_number() {
        Some(bits) => {
            let generator = args.at(1).to_uint32(ctx)?;
            DhExchange::generate(bits as u32, generator)
        }
        None => {
            let (prime, generator) =
                (input::bytes(ctx, args.at(0))?, input::bytes(ctx, args.at(1))?);
            DhExchange::from_prime(&prime, &generator)
        }
    };
    let exchange = exchange.during("Initialization failed").thrown(ctx)?;
    Ok(State::of(ctx).dh.instantiate(ctx, RefCell::new(exchange)).into())
}

/// `dhPart(dh, name)`: undefined if there is none yet.
fn dh_part<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let exchange = dh(ctx, args.at(0))?;
    let exchange = exchange.borrow();
    let part = match args.at(1).to_rust_string(ctx)?.as_str() {
        "prime" => return output::bytes(ctx, exchange.prime()),
        "generator" => return output::bytes(ctx, exchange.generator()),
        "publicKey" => exchange.public_key(),
        _ => exchange.private_key(),
    };
    part.map_or(Ok(ctx.undefined()), |part| output::secret(ctx, part))
}

/// `dhSetKey(dh, isPrivate, key)`.
fn dh_set_key<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let key = input::bytes(ctx, args.at(2))?;
    let exchange = dh(ctx, args.at(0))?;
    let mut exchange = exchange.borrow_mut();
    let done = if args.at(1).to_bool(ctx) {
        exchange.set_private_key(&key)
    } else {
        exchange.set_public_key(&key)
    };
    done.during("Setting the key failed").thrown(ctx)?;
    Ok(ctx.undefined())
}

/// `dhAgree(dh, otherPublicKey)`.
fn dh_agree<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let other = input::bytes(ctx, args.at(1))?;
    ErrorStack::clear();
    let secret = dh(ctx, args.at(0))?.borrow_mut().agree(&other).map_err(|problem| {
        let kind = Kind::RangeError("ERR_CRYPTO_INVALID_KEYLEN");
        match problem {
            DhProblem::TooSmall => Failure::coded(kind, "Supplied key is too small"),
            DhProblem::TooLarge => Failure::coded(kind, "Supplied key is too large"),
            DhProblem::Openssl(stack) => Failure::new(stack, "Invalid key"),
        }
    });
    output::secret(ctx, secret.thrown(ctx)?)
}

/// `createEcdh(curve)`: undefined if there is no such curve.
fn create_ecdh<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let Some(nid) = curve_nid(&args.at(0).to_rust_string(ctx)?) else { return Ok(ctx.undefined()) };
    let exchange =
        EcExchange::new(nid).during("Failed to create key using named curve").thrown(ctx)?;
    Ok(State::of(ctx).ecdh.instantiate(ctx, RefCell::new(exchange)).into())
}

/// `ecdhAgree(ecdh, otherPublicKey)`.
fn ecdh_agree<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let other = input::bytes(ctx, args.at(1))?;
    ErrorStack::clear();
    let exchange = ecdh(ctx, args.at(0))?;
    let exchange = exchange.borrow();
    let secret = exchange.agree(&other).map_err(|problem| match problem {
        EcProblem::NotAKey => {
            Failure::coded(Kind::RangeError("ERR_CRYPTO_INVALID_KEYPAIR"), "Invalid key pair")
        }
        EcProblem::NotAPoint(_) => {
            let kind = Kind::Error("ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY");
            Failure::coded(kind, "Public key is not valid for specified curve")
        }
        EcProblem::Openssl(stack) => Failure::new(stack, "Failed to compute ECDH key"),
    });
    output::secret(ctx, secret.thrown(ctx)?)
}

/// `convertPoint(key, curve, form)`: undefined if there is no such curve.
fn convert<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let key = input::bytes(ctx, args.at(0))?;
    let curve = args.at(1).to_rust_string(ctx)?;
    if curve_nid(&curve).is_none() {
        return Ok(ctx.undefined());
    }
    let form = point_form(ctx, args.at(2))?;
    let converted = convert_point(&curve, &key, form)
        .map_err(ec_failure("Failed to convert Buffer to EC_POINT"));
    output::bytes(ctx, converted.thrown(ctx)?)
}

fn point_form<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Point> {
    Ok(match value.to_int32(ctx)? {
        2 => Point::Compressed,
        6 => Point::Hybrid,
        _ => Point::Uncompressed,
    })
}

fn ec_failure(message: &'static str) -> impl Fn(EcProblem) -> Failure {
    move |problem| match problem {
        EcProblem::NotAKey => {
            let kind = Kind::RangeError("ERR_CRYPTO_INVALID_KEYTYPE");
            Failure::coded(kind, "Private key is not valid for specified curve.")
        }
        EcProblem::NotAPoint(_) => Failure::coded(OPERATION_FAILED, message),
        EcProblem::Openssl(stack) => Failure::new(stack, message),
    }
}

fn dh<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Rc<RefCell<DhExchange>>> {
    let found = value.as_object(ctx).and_then(|object| object.private::<RefCell<DhExchange>>());
    found.ok_or_else(|| Exception::type_error(ctx, "Illegal invocation"))
}

fn ecdh<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Rc<RefCell<EcExchange>>> {
    let found = value.as_object(ctx).and_then(|object| object.private::<RefCell<EcExchange>>());
    found.ok_or_else(|| Exception::type_error(ctx, "Illegal invocation"))
}
