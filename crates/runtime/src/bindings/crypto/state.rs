//! What the binding keeps for its environment: algorithms that were looked up, classes of native objects.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use roundel_jsc::{Class, Ctx};
use roundel_openssl::{
    Certificate, DhExchange, Digest, DigestAlgorithm, EcExchange, ErrorStack, Hmac,
};

use super::cipher::{KnownCipher, Working};
use super::key::Held;

pub(super) struct State {
    /// Looking one up by name takes longer than hashing a short text, or sealing one.
    digests: RefCell<HashMap<String, Result<Arc<DigestAlgorithm>, ErrorStack>>>,
    /// Those that have a number, by it.
    numbered: RefCell<Vec<Arc<DigestAlgorithm>>>,
    ciphers: RefCell<HashMap<String, Arc<KnownCipher>>>,
    pub(super) certificate: Class<Certificate>,
    pub(super) cipher: Class<RefCell<Working>>,
    pub(super) dh: Class<RefCell<DhExchange>>,
    pub(super) ecdh: Class<RefCell<EcExchange>>,
    pub(super) key: Class<Held>,
    pub(super) hash: Class<RefCell<Digest>>,
    pub(super) hmac: Class<RefCell<Hmac>>,
}

impl State {
    pub(super) fn of(ctx: Ctx<'_>) -> Rc<State> {
        if let Some(state) = ctx.data::<State>() {
            return state;
        }
        let state = Rc::new(State {
            digests: RefCell::default(),
            numbered: RefCell::default(),
            ciphers: RefCell::default(),
            certificate: Class::new("X509Certificate"),
            cipher: Class::new("CipherBase"),
            dh: Class::new("DiffieHellman"),
            ecdh: Class::new("ECDH"),
            key: Class::new("KeyObjectHandle"),
            hash: Class::new("Hash"),
            hmac: Class::new("Hmac"),
        });
        if let Some(context) = ctx.context() {
            context.set_data(state.clone());
        }
        state
    }

    pub(super) fn digest(&self, name: &str) -> Result<Arc<DigestAlgorithm>, ErrorStack> {
        if let Some(known) = self.digests.borrow().get(name) {
            return known.clone();
        }
        ErrorStack::clear();
        let found = DigestAlgorithm::fetch(name).map(Arc::new);
        // Names that mean nothing are not kept: a program could make up many.
        if found.is_ok() {
            self.digests.borrow_mut().insert(name.to_owned(), found.clone());
        }
        found
    }

    /// A number for a digest, the same whenever it is asked for.
    pub(super) fn number_digest(&self, digest: Arc<DigestAlgorithm>) -> usize {
        let mut numbered = self.numbered.borrow_mut();
        if let Some(place) = numbered.iter().position(|known| Arc::ptr_eq(known, &digest)) {
            return place;
        }
        numbered.push(digest);
        numbered.len() - 1
    }

    pub(super) fn numbered_digest(&self, number: usize) -> Option<Arc<DigestAlgorithm>> {
        self.numbered.borrow().get(number).cloned()
    }

    pub(super) fn cipher(&self, name: &str) -> Option<Arc<KnownCipher>> {
        if let Some(known) = self.ciphers.borrow().get(name) {
            return Some(known.clone());
        }
        let found = Arc::new(KnownCipher::by_name(name)?);
        self.ciphers.borrow_mut().insert(name.to_owned(), found.clone());
        Some(found)
    }
}
