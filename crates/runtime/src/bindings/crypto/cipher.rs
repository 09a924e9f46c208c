//! Ciphers at work. The rules of authenticated modes are Node's: when a tag may be set, and which lengths it may have.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use roundel_jsc::{Arguments, Bytes, Ctx, Exception, JsResult, Value};
use roundel_openssl::{Cipher, CipherContext, CipherInfo, Direction, ErrorStack, cipher_names};

use super::failure::{During, Failure, Kind, Thrown};
use super::state::State;
use super::{Native, input, job, names, output};

pub(super) const MEMBERS: &[(&str, Native)] = &[
    ("createCipher", create_cipher),
    ("updateCipher", update_cipher),
    ("finalCipher", final_cipher),
    ("setCipherPadding", set_padding),
    ("setCipherAAD", set_aad),
    ("setCipherTag", set_tag),
    ("cipherTag", |ctx, args| {
        let cipher = of(ctx, args.at(0))?;
        let tag = cipher.borrow().made_tag.clone();
        tag.map_or(Ok(ctx.undefined()), |tag| into_target(ctx, tag, args.at(1)))
    }),
    ("isCipherInPlace", |ctx, args| {
        let name = args.at(0).to_rust_string(ctx)?;
        let known = State::of(ctx).cipher(&name);
        Ok(ctx.boolean(known.is_some_and(|known| is_in_place(&known.info))))
    }),
    ("updateCipherInPlace", update_in_place),
    ("cipherInfo", cipher_info),
    ("cipherJob", cipher_job),
    ("getCiphers", |ctx, _| names(ctx, &cipher_names())),
];

const MODE_CTR: u32 = 5;
const MODE_GCM: u32 = 6;
const MODE_CCM: u32 = 7;
const MODE_OCB: u32 = 0x10003;
const NID_CHACHA20_POLY1305: i32 = 1018;
const MODES: [(u32, &str); 13] = [
    (0, "stream"),
    (1, "ecb"),
    (2, "cbc"),
    (3, "cfb"),
    (4, "ofb"),
    (MODE_CTR, "ctr"),
    (MODE_GCM, "gcm"),
    (MODE_CCM, "ccm"),
    (0x10001, "xts"),
    (0x10002, "wrap"),
    (MODE_OCB, "ocb"),
    (0x10004, "siv"),
    (0x10005, "gcm-siv"),
];
const UNSUPPORTED: &str = "Trying to add data in unsupported state";
/// The longest tag there is.
const TAG_MAX: usize = 16;

/// A cipher that was found, and what is known of it.
pub(super) struct KnownCipher {
    cipher: Cipher,
    info: CipherInfo,
}

impl KnownCipher {
    pub(super) fn by_name(name: &str) -> Option<KnownCipher> {
        let cipher = Cipher::by_name(name);
        ErrorStack::clear();
        let cipher = cipher?;
        let info = cipher.info();
        Some(KnownCipher { cipher: cipher.fetched(), info })
    }
}

fn unknown() -> Failure {
    Failure::coded(Kind::Error("ERR_CRYPTO_UNKNOWN_CIPHER"), "Unknown cipher")
}

/// A cipher between its creation and its last block.
pub(super) struct Working {
    /// Gone when the last block was made.
    context: Option<CipherContext>,
    known: Arc<KnownCipher>,
    direction: Direction,
    /// As the program said; other modes than GCM always have one.
    tag_length: Option<usize>,
    /// What a text that is decrypted must have.
    wanted_tag: Option<Vec<u8>>,
    is_tag_passed: bool,
    made_tag: Option<Vec<u8>>,
    message_max: usize,
    /// The text was not authentic, which is told with the last block.
    has_failed: bool,
}

fn is_authenticated(info: &CipherInfo) -> bool {
    matches!(info.mode, MODE_GCM | MODE_CCM | MODE_OCB) || info.nid == NID_CHACHA20_POLY1305
}

/// Whether it gives as much as it gets, and can do so where the text is.
fn is_in_place(info: &CipherInfo) -> bool {
    matches!(info.mode, MODE_CTR | MODE_GCM) || info.nid == NID_CHACHA20_POLY1305
}

impl Working {
    fn new(
        name: &str,
        known: Arc<KnownCipher>,
        direction: Direction,
        key: &[u8],
        iv: Option<&[u8]>,
        tag_length: Option<usize>,
    ) -> Result<Working, Failure> {
        ErrorStack::clear();
        let KnownCipher { cipher, info } = &*known;
        let authenticated = is_authenticated(info);
        let is_good = match iv {
            None => info.iv_length == 0,
            Some(iv) if authenticated => info.nid != NID_CHACHA20_POLY1305 || iv.len() <= 12,
            Some(iv) => iv.len() == info.iv_length,
        };
        if !is_good {
            return Err(invalid_iv());
        }
        let mut working = Working {
            context: None,
            known: Arc::clone(&known),
            direction,
            tag_length,
            wanted_tag: None,
            is_tag_passed: false,
            made_tag: None,
            message_max: i32::MAX as usize,
            has_failed: false,
        };
        // The usual lengths of a mode that has no length of a tag to be told take one call.
        if let Some(iv) = iv
            && matches!(info.mode, MODE_CTR | MODE_GCM)
            && tag_length.is_none_or(is_gcm_tag_length)
            && iv.len() == info.iv_length
            && key.len() == info.key_length
        {
            let context = CipherContext::with_key(cipher, direction, key, iv);
            working.context = Some(context.during("Failed to initialize cipher")?);
            return Ok(working);
        }
        let mut context =
            CipherContext::new(cipher, direction).during("Failed to initialize cipher")?;
        if authenticated {
            working.prepare_tag(&mut context, name, iv.map_or(0, <[u8]>::len))?;
        }
        if key.len() != known.info.key_length && !context.set_key_length(key.len()) {
            ErrorStack::clear();
            return Err(Failure::coded(
                Kind::RangeError("ERR_CRYPTO_INVALID_KEYLEN"),
                "Invalid key length",
            ));
        }
        context.set_key(Some(key), iv).during("Failed to initialize cipher")?;
        working.context = Some(context);
        Ok(working)
    }

    fn prepare_tag(
        &mut self,
        context: &mut CipherContext,
        name: &str,
        iv_length: usize,
    ) -> Result<(), Failure> {
        if iv_length == 0 || !context.set_iv_length(iv_length) {
            ErrorStack::clear();
            return Err(invalid_iv());
        }
        if self.known.info.mode == MODE_GCM {
            return match self.tag_length {
                Some(length) if !is_gcm_tag_length(length) => Err(invalid_tag(length)),
                _ => Ok(()),
            };
        }
        let length = match self.tag_length {
            Some(length) => length,
            None if self.known.info.nid == NID_CHACHA20_POLY1305 => TAG_MAX,
            None => {
                let kind = Kind::TypeError("ERR_CRYPTO_INVALID_AUTH_TAG");
                return Err(Failure::coded(kind, format!("authTagLength required for {name}")));
            }
        };
        if !context.set_tag_length(length) {
            ErrorStack::clear();
            return Err(invalid_tag(length));
        }
        self.tag_length = Some(length);
        if self.known.info.mode == MODE_CCM {
            // The longer the vector, the shorter the counter of bytes.
            self.message_max = match iv_length {
                12 => 16_777_215,
                13 => 65_535,
                _ => i32::MAX as usize,
            };
        }
        Ok(())
    }

    fn pass_tag(&mut self) {
        if let (Some(context), Some(tag), false) =
            (&mut self.context, &self.wanted_tag, self.is_tag_passed)
        {
            self.is_tag_passed = context.set_tag(tag);
        }
    }

    /// The context, if it can take so many bytes of text.
    fn open_for(&mut self, length: usize) -> Result<&mut CipherContext, Failure> {
        if self.direction == Direction::Decrypt {
            self.pass_tag();
        }
        if length > self.message_max {
            let kind = Kind::RangeError("ERR_CRYPTO_INVALID_MESSAGELEN");
            return Err(Failure::coded(kind, "Invalid message length"));
        }
        ErrorStack::clear();
        self.context.as_mut().ok_or_else(|| Failure::new(ErrorStack::default(), UNSUPPORTED))
    }

    fn update_in_place(&mut self, text: &mut [u8]) -> Result<(), Failure> {
        let length = text.len();
        match self.open_for(length)?.update_in_place(text).during(UNSUPPORTED)? {
            written if written == length => Ok(()),
            _ => Err(Failure::new(ErrorStack::default(), UNSUPPORTED)),
        }
    }

    fn update(&mut self, data: &[u8]) -> Result<Vec<u8>, Failure> {
        let is_ccm = self.known.info.mode == MODE_CCM;
        // Wrapping adds a block of its own and pads to another.
        let room = self.known.info.block_size.max(1) * 2 + 16;
        match self.open_for(data.len())?.update(data, room) {
            Err(_) if is_ccm && self.direction == Direction::Decrypt => {
                self.has_failed = true;
                Ok(Vec::new())
            }
            // What newer libraries keep to themselves.
            Err(_) if is_ccm => Err(Failure::new(ErrorStack::default(), UNSUPPORTED)),
            result => result.during(UNSUPPORTED),
        }
    }

    fn finish(&mut self) -> Result<Vec<u8>, Failure> {
        let authenticated = is_authenticated(&self.known.info);
        if self.direction == Direction::Decrypt && authenticated {
            self.pass_tag();
        }
        let Some(mut context) = self.context.take() else {
            return Err(Failure::coded(Kind::Error("ERR_CRYPTO_INVALID_STATE"), "Invalid state"));
        };
        let message = if authenticated {
            "Unsupported state or unable to authenticate data"
        } else {
            "Unsupported state"
        };
        let lacks_tag =
            authenticated && self.direction == Direction::Decrypt && !self.is_tag_passed;
        if self.has_failed || lacks_tag {
            return Err(Failure::new(ErrorStack::default(), message));
        }
        if self.known.info.mode == MODE_CCM && self.direction == Direction::Decrypt {
            return Ok(Vec::new());
        }
        ErrorStack::clear();
        let last = match context.finish(self.known.info.block_size + 16) {
            Ok(last) => last,
            Err(_) if authenticated => return Err(Failure::new(ErrorStack::default(), message)),
            Err(stack) => return Err(Failure::new(stack, message)),
        };
        if authenticated && self.direction == Direction::Encrypt {
            self.made_tag = context.tag(self.tag_length.unwrap_or(TAG_MAX));
        }
        Ok(last)
    }

    fn set_aad(&mut self, data: &[u8], text_length: Option<usize>) -> Result<bool, Failure> {
        let is_ccm = self.known.info.mode == MODE_CCM;
        if !is_authenticated(&self.known.info) || self.context.is_none() {
            return Ok(false);
        }
        if is_ccm {
            let Some(length) = text_length else {
                let kind = Kind::TypeError("ERR_MISSING_ARGS");
                return Err(Failure::coded(
                    kind,
                    "options.plaintextLength required for CCM mode with AAD",
                ));
            };
            if length > self.message_max {
                let kind = Kind::RangeError("ERR_CRYPTO_INVALID_MESSAGELEN");
                return Err(Failure::coded(kind, "Invalid message length"));
            }
            if self.direction == Direction::Decrypt {
                self.pass_tag();
            }
        }
        let Some(context) = &mut self.context else { return Ok(false) };
        if let (true, Some(length)) = (is_ccm, text_length)
            && context.announce_length(length).is_err()
        {
            return Ok(false);
        }
        Ok(context.authenticate(data).is_ok())
    }

    fn set_tag(&mut self, tag: &[u8]) -> Result<bool, Failure> {
        let is_open = is_authenticated(&self.known.info)
            && self.direction == Direction::Decrypt
            && self.context.is_some()
            && self.wanted_tag.is_none();
        if !is_open {
            return Ok(false);
        }
        let is_good = match self.tag_length {
            Some(length) => tag.len() == length,
            None => tag.len() == TAG_MAX,
        };
        if !is_good {
            return Err(invalid_tag(tag.len()));
        }
        self.wanted_tag = Some(tag.to_vec());
        Ok(true)
    }
}

fn is_gcm_tag_length(length: usize) -> bool {
    matches!(length, 4 | 8 | 12..=16)
}

fn invalid_iv() -> Failure {
    Failure::coded(Kind::TypeError("ERR_CRYPTO_INVALID_IV"), "Invalid initialization vector")
}

fn invalid_tag(length: usize) -> Failure {
    let kind = Kind::TypeError("ERR_CRYPTO_INVALID_AUTH_TAG");
    Failure::coded(kind, format!("Invalid authentication tag length: {length}"))
}

fn direction_of(is_encrypting: bool) -> Direction {
    if is_encrypting { Direction::Encrypt } else { Direction::Decrypt }
}

/// `createCipher(name, encrypt, key, iv, tagLength)`.
fn create_cipher<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let name = args.at(0).to_rust_string(ctx)?;
    let direction = direction_of(args.at(1).to_bool(ctx));
    let (key, iv) = (input::bytes(ctx, args.at(2))?, input::optional_bytes(ctx, args.at(3))?);
    let tag_length = input::optional_number(ctx, args.at(4))?.map(|length| length as usize);
    let state = State::of(ctx);
    let known = state.cipher(&name).ok_or_else(unknown).thrown(ctx)?;
    let working =
        Working::new(&name, known, direction, &key, iv.as_deref(), tag_length).thrown(ctx)?;
    Ok(state.cipher.instantiate(ctx, RefCell::new(working)).into())
}

/// `updateCipher(cipher, data, target)`.
fn update_cipher<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let cipher = of(ctx, args.at(0))?;
    let mut cipher = cipher.borrow_mut();
    let cipher = &mut *cipher;
    let bytes = input::with_bytes(ctx, args.at(1), |data| cipher.update(data))?;
    into_target(ctx, bytes.thrown(ctx)?, args.at(2))
}

/// `updateCipherInPlace(cipher, text)`, of a cipher that can.
fn update_in_place<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let cipher = of(ctx, args.at(0))?;
    let mut cipher = cipher.borrow_mut();
    let cipher = &mut *cipher;
    if let Some(text) = args.at(1).as_typed_array(ctx) {
        text.with_bytes_mut(ctx, |text| cipher.update_in_place(text))?.thrown(ctx)?;
    }
    Ok(ctx.undefined())
}

/// The target, if the bytes fill it, which is cheaper than memory of ours; else the bytes.
fn into_target<'js>(
    ctx: Ctx<'js>,
    bytes: Vec<u8>,
    target: Value<'js>,
) -> JsResult<'js, Value<'js>> {
    if let Some(view) = target.as_typed_array(ctx)
        && view.byte_length(ctx)? == bytes.len()
    {
        view.with_bytes_mut(ctx, |room| room.copy_from_slice(&bytes))?;
        return Ok(target);
    }
    output::bytes(ctx, bytes)
}

/// `finalCipher(cipher)`: undefined if there are no bytes left.
fn final_cipher<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let bytes = of(ctx, args.at(0))?.borrow_mut().finish().thrown(ctx)?;
    if bytes.is_empty() { Ok(ctx.undefined()) } else { output::bytes(ctx, bytes) }
}

fn set_padding<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let cipher = of(ctx, args.at(0))?;
    let is_padding = args.at(1).to_bool(ctx);
    let done =
        cipher.borrow_mut().context.as_mut().is_some_and(|context| context.set_padding(is_padding));
    Ok(ctx.boolean(done))
}

/// `setCipherAAD(cipher, data, textLength)`.
fn set_aad<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let cipher = of(ctx, args.at(0))?;
    let length = input::optional_number(ctx, args.at(2))?.map(|length| length as usize);
    let mut cipher = cipher.borrow_mut();
    let cipher = &mut *cipher;
    let done = input::with_bytes(ctx, args.at(1), |data| cipher.set_aad(data, length))?;
    Ok(ctx.boolean(done.thrown(ctx)?))
}

fn set_tag<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let cipher = of(ctx, args.at(0))?;
    let mut cipher = cipher.borrow_mut();
    let cipher = &mut *cipher;
    let done = input::with_bytes(ctx, args.at(1), |tag| cipher.set_tag(tag))?;
    Ok(ctx.boolean(done.thrown(ctx)?))
}

/// `cipherInfo(nameOrNid, keyLength, ivLength)`: `[mode, name, nid, keyLength, blockSize, ivLength]`, or undefined if
/// there is no such cipher or it can not have the lengths.
fn cipher_info<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let cipher = match args.at(0).as_number() {
        Some(nid) => Cipher::by_nid(nid as i32),
        None => Cipher::by_name(&args.at(0).to_rust_string(ctx)?),
    };
    ErrorStack::clear();
    let Some(cipher) = cipher else { return Ok(ctx.undefined()) };
    let mut info = cipher.info();
    let (key_length, iv_length) =
        (input::optional_number(ctx, args.at(1))?, input::optional_number(ctx, args.at(2))?);
    if key_length.is_some() || iv_length.is_some() {
        let Ok(mut context) = CipherContext::new(&cipher, Direction::Encrypt) else {
            return Ok(ctx.undefined());
        };
        if let Some(length) = key_length {
            if !context.set_key_length(length as usize) {
                ErrorStack::clear();
                return Ok(ctx.undefined());
            }
            info.key_length = length as usize;
        }
        if let Some(length) = iv_length {
            let length = length as usize;
            let is_good = match info.mode {
                MODE_CCM => (7..=13).contains(&length),
                MODE_GCM => true,
                MODE_OCB => (1..=15).contains(&length),
                _ => length == info.iv_length || info.nid == NID_CHACHA20_POLY1305 && length <= 12,
            };
            if !is_good {
                return Ok(ctx.undefined());
            }
            info.iv_length = length;
        }
    }
    let mode = MODES.iter().find(|(number, _)| *number == info.mode).map_or("", |(_, name)| name);
    let list = ctx.array(&[
        ctx.string(mode),
        ctx.string(&info.name.to_ascii_lowercase()),
        ctx.int32(info.nid),
        ctx.number(info.key_length as f64),
        ctx.number(info.block_size as f64),
        ctx.number(info.iv_length as f64),
    ])?;
    Ok(list.into())
}

/// `cipherJob(name, encrypt, key, iv, data, tagLength, aad, callback)`: a whole text. The tag of an authenticated mode
/// is at its end.
fn cipher_job<'js>(ctx: Ctx<'js>, args: Arguments<'js>) -> JsResult<'js, Value<'js>> {
    let name = args.at(0).to_rust_string(ctx)?;
    let direction = direction_of(args.at(1).to_bool(ctx));
    let (key, iv) = (input::bytes(ctx, args.at(2))?, input::optional_bytes(ctx, args.at(3))?);
    let data = input::bytes(ctx, args.at(4))?;
    let tag_length = input::optional_number(ctx, args.at(5))?.map(|length| length as usize);
    let aad = input::optional_bytes(ctx, args.at(6))?;
    let known = State::of(ctx).cipher(&name);
    let job = move || {
        let known = known.ok_or_else(unknown)?;
        let mut working = Working::new(&name, known, direction, &key, iv.as_deref(), tag_length)?;
        let mut text: &[u8] = &data;
        if let (Some(length), Direction::Decrypt) = (tag_length, direction) {
            let Some(split) = data.len().checked_sub(length) else {
                return Err(Failure::new(
                    ErrorStack::default(),
                    "The text is shorter than its tag",
                ));
            };
            working.set_tag(&data[split..])?;
            text = &data[..split];
        }
        if let Some(aad) = aad {
            working.set_aad(&aad, None)?;
        }
        let mut result = working.update(text)?;
        result.extend(working.finish()?);
        result.extend(working.made_tag.unwrap_or_default());
        Ok(result)
    };
    job::run(ctx, args.at(7), "CIPHERREQUEST", job, output::bytes)
}

fn of<'js>(ctx: Ctx<'js>, value: Value<'js>) -> JsResult<'js, Rc<RefCell<Working>>> {
    let found = value.as_object(ctx).and_then(|object| object.private::<RefCell<Working>>());
    found.ok_or_else(|| Exception::type_error(ctx, "Illegal invocation"))
}
