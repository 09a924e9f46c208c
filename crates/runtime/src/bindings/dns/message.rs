//! What is said on the wire: a question as bytes, and an answer as records in the form that JavaScript gets.
//!
//! `hickory-proto` reads and writes the messages; this file knows what c-ares makes of them, whose errors Node shows.

use hickory_proto::op::{Message, MessageType, OpCode, Query, ResponseCode};
use hickory_proto::rr::{DNSClass, Name, RData, RecordType};
use roundel_jsc::{ArrayBuffer, Ctx, JsResult, Object, Value};

/// One question.
pub(super) struct Question {
    pub(super) id: u16,
    query: Query,
}

/// What a message is, seen from a question.
pub(super) enum Answer {
    /// Somebody else's.
    NotOurs,
    /// It does not fit into a datagram.
    Cut,
    /// The code of an error.
    Failed(&'static str),
    Records(Vec<Record>),
}

/// A record of an answer.
pub(super) struct Record {
    ttl: u32,
    data: RData,
}

impl Question {
    /// `None` if `name` is no domain name.
    pub(super) fn new(id: u16, name: &str, kind: &str) -> Option<Question> {
        let kind: RecordType = kind.parse().ok()?;
        let mut query = Query::query(parse_name(name)?, kind);
        query.set_query_class(DNSClass::IN);
        Some(Question { id, query })
    }

    pub(super) fn to_bytes(&self) -> Option<Vec<u8>> {
        let mut message = Message::new(self.id, MessageType::Query, OpCode::Query);
        message.metadata.recursion_desired = true;
        message.add_query(self.query.clone());
        message.to_vec().ok()
    }

    pub(super) fn read(&self, bytes: &[u8]) -> Answer {
        let Ok(message) = Message::from_vec(bytes) else {
            // Whose it is can be told from the first two bytes.
            let is_ours = bytes.get(..2) == Some(&self.id.to_be_bytes());
            return if is_ours { Answer::Failed("EBADRESP") } else { Answer::NotOurs };
        };
        let is_same = |query: &Query| {
            query.query_type() == self.query.query_type()
                && query.query_class() == self.query.query_class()
                && query.name().eq_ignore_root(self.query.name())
        };
        if message.metadata.id != self.id || !message.queries.iter().all(is_same) {
            return Answer::NotOurs;
        }
        if message.metadata.truncation {
            return Answer::Cut;
        }
        match message.metadata.response_code {
            ResponseCode::NoError => {}
            ResponseCode::FormErr => return Answer::Failed("EFORMERR"),
            ResponseCode::ServFail => return Answer::Failed("ESERVFAIL"),
            ResponseCode::NXDomain => return Answer::Failed("ENOTFOUND"),
            ResponseCode::NotImp => return Answer::Failed("ENOTIMP"),
            ResponseCode::Refused => return Answer::Failed("EREFUSED"),
            _ => return Answer::Failed("ENODATA"),
        }
        if message.answers.is_empty() {
            return Answer::Failed("ENODATA");
        }
        let records = message.answers.into_iter();
        Answer::Records(
            records.map(|record| Record { ttl: record.ttl, data: record.data }).collect(),
        )
    }
}

/// The labels of a name, between dots. A backslash takes the next character, or three digits, for what it is.
fn parse_name(text: &str) -> Option<Name> {
    let text = text.strip_suffix('.').unwrap_or(text);
    let mut labels: Vec<Vec<u8>> = Vec::new();
    if !text.is_empty() {
        let mut label = Vec::new();
        let mut bytes = text.bytes();
        while let Some(byte) = bytes.next() {
            match byte {
                b'.' => labels.push(std::mem::take(&mut label)),
                b'\\' => label.push(escaped(&mut bytes)?),
                byte => label.push(byte),
            }
        }
        labels.push(label);
    }
    if labels.iter().any(Vec::is_empty) {
        return None;
    }
    let mut name = Name::from_labels(labels.iter().map(Vec::as_slice)).ok()?;
    name.set_fqdn(true);
    Some(name)
}

fn escaped(bytes: &mut std::str::Bytes<'_>) -> Option<u8> {
    let first = bytes.next()?;
    if !first.is_ascii_digit() {
        return Some(first);
    }
    let digits = [first, bytes.next()?, bytes.next()?];
    std::str::from_utf8(&digits).ok()?.parse().ok()
}

/// A name as c-ares writes it: what has a meaning in master files is escaped.
fn show(name: &Name) -> String {
    let mut text = String::new();
    for (index, label) in name.iter().enumerate() {
        if index > 0 {
            text.push('.');
        }
        for &byte in label {
            match byte {
                b'"' | b'.' | b';' | b'\\' | b'(' | b')' | b'@' | b'$' => {
                    text.push('\\');
                    text.push(char::from(byte));
                }
                byte if byte.is_ascii_graphic() => text.push(char::from(byte)),
                byte => text.push_str(&format!("\\{byte:03}")),
            }
        }
    }
    text
}

/// Bytes as text, each a character.
fn latin1(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

/// The records as `[type, ttl, ...]` with the fields of each in the order of the wire; those of other types are left out.
pub(super) fn to_js<'js>(ctx: Ctx<'js>, records: &[Record]) -> JsResult<'js, Object<'js>> {
    let list = ctx.array(&[])?;
    let mut count = 0;
    for record in records {
        if let Some(row) = row(ctx, record)? {
            list.set_index(ctx, count, row)?;
            count += 1;
        }
    }
    Ok(list)
}

fn row<'js>(ctx: Ctx<'js>, record: &Record) -> JsResult<'js, Option<Object<'js>>> {
    let number = |value: u32| ctx.number(value.into());
    let text = |value: &str| ctx.string(value);
    let name = |name: &Name| ctx.string(&show(name));
    let ttl = number(record.ttl);
    let make = |fields: &[Value<'js>]| ctx.array(fields);
    Ok(Some(match &record.data {
        RData::A(address) => make(&[text("A"), ttl, text(&address.0.to_string())])?,
        RData::AAAA(address) => make(&[text("AAAA"), ttl, text(&address.0.to_string())])?,
        RData::CNAME(target) => make(&[text("CNAME"), ttl, name(&target.0)])?,
        RData::NS(target) => make(&[text("NS"), ttl, name(&target.0)])?,
        RData::PTR(target) => make(&[text("PTR"), ttl, name(&target.0)])?,
        RData::MX(mx) => {
            make(&[text("MX"), ttl, number(mx.preference.into()), name(&mx.exchange)])?
        }
        RData::SRV(srv) => make(&[
            text("SRV"),
            ttl,
            number(srv.priority.into()),
            number(srv.weight.into()),
            number(srv.port.into()),
            name(&srv.target),
        ])?,
        RData::SOA(soa) => make(&[
            text("SOA"),
            ttl,
            name(&soa.mname),
            name(&soa.rname),
            number(soa.serial),
            // Numbers without a sign, whatever the type says.
            number(soa.refresh as u32),
            number(soa.retry as u32),
            number(soa.expire as u32),
            number(soa.minimum),
        ])?,
        RData::NAPTR(naptr) => make(&[
            text("NAPTR"),
            ttl,
            number(naptr.order.into()),
            number(naptr.preference.into()),
            text(&latin1(&naptr.flags)),
            text(&latin1(&naptr.services)),
            text(&latin1(&naptr.regexp)),
            name(&naptr.replacement),
        ])?,
        RData::CAA(caa) => make(&[
            text("CAA"),
            ttl,
            number(caa.flags().into()),
            text(&caa.tag),
            text(&latin1(&caa.value)),
        ])?,
        RData::TLSA(tlsa) => make(&[
            text("TLSA"),
            ttl,
            number(u8::from(tlsa.cert_usage).into()),
            number(u8::from(tlsa.selector).into()),
            number(u8::from(tlsa.matching).into()),
            ArrayBuffer::from_vec(ctx, tlsa.cert_data.clone())?.as_object().into(),
        ])?,
        RData::TXT(txt) => {
            let row = make(&[text("TXT"), ttl])?;
            for (index, part) in txt.txt_data.iter().enumerate() {
                row.set_index(ctx, index as u32 + 2, text(&latin1(part)))?;
            }
            row
        }
        _ => return Ok(None),
    }))
}

#[cfg(test)]
#[path = "../../../../../fuzz/targets/mutator.rs"]
mod mutator;

#[cfg(test)]
mod tests {
    use super::{Answer, Question, RData, mutator::Mutator, show};

    const RUNS: usize = 50_000;
    const ID: u16 = 7;

    /// An answer to the question of this type about `a.test`, with one record of such content.
    fn answer(kind: u16, content: &[u8]) -> Vec<u8> {
        let mut message = ID.to_be_bytes().to_vec();
        // An answer, recursion asked for and there; one question, one record.
        message.extend([0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]);
        message.extend(b"\x01a\x04test\x00");
        message.extend(kind.to_be_bytes());
        // Of class IN; the name of the record is that of the question, 12 bytes from the start.
        message.extend([0, 1, 0xc0, 12]);
        message.extend(kind.to_be_bytes());
        message.extend([0, 1, 0, 0, 0, 60]);
        message.extend((content.len() as u16).to_be_bytes());
        message.extend(content);
        message
    }

    #[test]
    fn answers_that_are_nearly_right() {
        let kinds: [(&str, u16, &[u8]); 8] = [
            ("A", 1, &[127, 0, 0, 1]),
            ("NS", 2, b"\x02ns\xc0\x0c"),
            ("CNAME", 5, b"\x05other\xc0\x0c"),
            (
                "SOA",
                6,
                b"\xc0\x0c\x04post\xc0\x0c\0\0\0\x01\0\0\0\x02\0\0\0\x03\0\0\0\x04\0\0\0\x05",
            ),
            ("MX", 15, b"\0\x0a\x04mail\xc0\x0c"),
            ("TXT", 16, b"\x03one\x03two"),
            ("AAAA", 28, &[0; 16]),
            ("SRV", 33, b"\0\x01\0\x02\0\x50\x04host\xc0\x0c"),
        ];
        let questions: Vec<Question> =
            kinds.iter().map(|(kind, ..)| Question::new(ID, "a.test", kind).unwrap()).collect();
        let corpus: Vec<Vec<u8>> =
            kinds.iter().map(|&(_, number, content)| answer(number, content)).collect();
        for (question, message) in questions.iter().zip(&corpus) {
            let Answer::Records(records) = question.read(message) else { panic!("no records") };
            assert_eq!((records.len(), records[0].ttl), (1, 60));
        }
        let mut mutator = Mutator::new(1);
        let mut understood = 0;
        for run in 0..RUNS {
            let answer = questions[run % questions.len()].read(&mutator.next(&corpus));
            let Answer::Records(records) = answer else { continue };
            understood += 1;
            for record in records {
                if let RData::CNAME(name) = record.data {
                    let _ = show(&name.0);
                }
            }
        }
        assert!(understood > 100, "{understood} understood");
    }
}
