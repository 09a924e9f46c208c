// The tree: walking it, and the four changes from which all others are made (insert, remove, replace, replace all).
//
// A change does its steps in the order of the DOM standard: links first, then the record for mutation observers, then what
// the nodes themselves do when they become part of the document (a script runs) or are taken out of it (a frame ends).
// Nodes keep their children as a doubly linked list, so that a change costs the same anywhere.
'use strict';

const { ArrayPrototypePush } = primordials;

const {
  DOCUMENT_FRAGMENT_NODE, DOCUMENT_NODE, DOCUMENT_TYPE_NODE, ELEMENT_NODE, TEXT_NODE, stateOf,
} = require('web/dom/node_state');
const { queueTreeRecord, followRemoved } = require('web/dom/mutation_records');
const { hideIds, showIds } = require('web/dom/named_access');
const { DOMException } = require('internal/errors/dom_exception');

// The node after this one in document order, inside `root`.
function following(node, root) {
  const { first } = stateOf(node);
  if (first !== null) return first;
  for (let at = node; at !== null && at !== root; at = stateOf(at).parent) {
    const { next } = stateOf(at);
    if (next !== null) return next;
  }
  return null;
}

function rootOf(node) {
  let at = node;
  while (stateOf(at).parent !== null) at = stateOf(at).parent;
  return at;
}

// Every node knows, so that a deep tree costs no walk: `insert` and `remove` tell whole subtrees.
function isConnected(node) {
  return stateOf(node).isConnected;
}

function isInclusiveAncestor(ancestor, node) {
  // What has no children is above nobody, and most nodes are new where they are inserted.
  if (stateOf(ancestor).first === null) return ancestor === node;
  for (let at = node; at !== null; at = stateOf(at).parent) if (at === ancestor) return true;
  return false;
}

function childrenOf(node) {
  const children = [];
  for (let at = stateOf(node).first; at !== null; at = stateOf(at).next) ArrayPrototypePush(children, at);
  return children;
}

// The nodes of a subtree in document order, as they are at this moment.
function subtreeOf(node) {
  const nodes = [];
  for (let at = node; at !== null; at = following(at, node)) ArrayPrototypePush(nodes, at);
  return nodes;
}

function fail(name, message) {
  throw new DOMException(message, name);
}

function isDocumentChildAllowed(node, parent, before, replaced) {
  const { type } = stateOf(node);
  if (type === TEXT_NODE) return false;
  if (type === DOCUMENT_FRAGMENT_NODE) {
    let elements = 0;
    for (let at = stateOf(node).first; at !== null; at = stateOf(at).next) {
      if (stateOf(at).type === TEXT_NODE) return false;
      if (stateOf(at).type === ELEMENT_NODE) elements++;
    }
    return elements === 0 || (elements === 1 && !hasOther(parent, ELEMENT_NODE, replaced));
  }
  if (type === ELEMENT_NODE || type === DOCUMENT_TYPE_NODE) return !hasOther(parent, type, replaced);
  return true;
}

function hasOther(parent, type, except) {
  for (let at = stateOf(parent).first; at !== null; at = stateOf(at).next) {
    if (at !== except && stateOf(at).type === type) return true;
  }
  return false;
}

function checkInsertion(node, parent, before, replaced = undefined) {
  const { type } = stateOf(parent);
  if (type !== ELEMENT_NODE && type !== DOCUMENT_NODE && type !== DOCUMENT_FRAGMENT_NODE) {
    fail('HierarchyRequestError', 'This node type does not support this method.');
  }
  if (isInclusiveAncestor(node, parent)) {
    fail('HierarchyRequestError', 'The new child element contains the parent.');
  }
  if (before !== null && stateOf(before).parent !== parent) {
    fail('NotFoundError', 'The node before which the new node is to be inserted is not a child of this node.');
  }
  const inner = stateOf(node).type;
  const isWrong = inner === DOCUMENT_NODE || (inner === DOCUMENT_TYPE_NODE && type !== DOCUMENT_NODE) ||
    (type === DOCUMENT_NODE && !isDocumentChildAllowed(node, parent, before, replaced));
  if (isWrong) fail('HierarchyRequestError', 'The node may not be inserted there.');
}

function linkBefore(node, parent, before) {
  const state = stateOf(node);
  const outer = stateOf(parent);
  const previous = before === null ? outer.last : stateOf(before).previous;
  state.parent = parent;
  state.next = before;
  state.previous = previous;
  if (previous === null) outer.first = node;
  else stateOf(previous).next = node;
  if (before === null) outer.last = node;
  else stateOf(before).previous = node;
}

function unlink(node) {
  const state = stateOf(node);
  const outer = stateOf(state.parent);
  if (state.previous === null) outer.first = state.next;
  else stateOf(state.previous).next = state.next;
  if (state.next === null) outer.last = state.previous;
  else stateOf(state.next).previous = state.previous;
  state.parent = null;
  state.next = null;
  state.previous = null;
}

function adopt(node, document) {
  if (stateOf(node).parent !== null) remove(node);
  if (stateOf(node).document === document) return;
  for (let at = node; at !== null; at = following(at, node)) stateOf(at).document = document;
}

function documentOf(node) {
  const { type, document } = stateOf(node);
  return type === DOCUMENT_NODE ? node : document;
}

// Inserts a node, or the children of a fragment, without asking whether it may.
function insert(node, parent, before, isSilent = false) {
  let nodes = [node];
  if (stateOf(node).type === DOCUMENT_FRAGMENT_NODE) {
    nodes = childrenOf(node);
    if (nodes.length === 0) return;
    for (let i = 0; i < nodes.length; i++) remove(nodes[i], true);
    queueTreeRecord(node, [], nodes, null, null);
  }
  const document = documentOf(parent);
  for (let i = 0; i < nodes.length; i++) adopt(nodes[i], document);
  const previous = before === null ? stateOf(parent).last : stateOf(before).previous;
  for (let i = 0; i < nodes.length; i++) linkBefore(nodes[i], parent, before);
  if (!isSilent) queueTreeRecord(parent, nodes, [], previous, before);
  stateOf(parent).childrenChanged?.(parent);
  if (!isConnected(parent)) return;
  const inserted = [];
  for (let i = 0; i < nodes.length; i++) {
    const subtree = subtreeOf(nodes[i]);
    for (let j = 0; j < subtree.length; j++) {
      const state = stateOf(subtree[j]);
      state.isConnected = true;
      if (state.attributes !== undefined) showIds(state);
      if (state.inserted !== undefined) ArrayPrototypePush(inserted, subtree[j]);
    }
  }
  for (let i = 0; i < inserted.length; i++) if (isConnected(inserted[i])) stateOf(inserted[i]).inserted(inserted[i]);
}

function remove(node, isSilent = false) {
  const { parent, previous, next } = stateOf(node);
  const wasConnected = isConnected(node);
  unlink(node);
  followRemoved(node, parent);
  if (!isSilent) queueTreeRecord(parent, [], [node], previous, next);
  stateOf(parent).childrenChanged?.(parent);
  if (!wasConnected) return;
  const subtree = subtreeOf(node);
  for (let i = 0; i < subtree.length; i++) {
    const state = stateOf(subtree[i]);
    state.isConnected = false;
    if (state.attributes !== undefined) hideIds(state);
    if (state.removed !== undefined) state.removed(subtree[i]);
  }
}

function insertBefore(node, parent, before) {
  checkInsertion(node, parent, before);
  insert(node, parent, before === node ? stateOf(node).next : before);
  return node;
}

function replace(node, old, parent) {
  checkInsertion(node, parent, null, old);
  if (stateOf(old).parent !== parent) fail('NotFoundError', 'The node to be replaced is not a child of this node.');
  let { next } = stateOf(old);
  if (next === node) ({ next } = stateOf(node));
  let { previous } = stateOf(old);
  if (node === old) {
    adopt(node, documentOf(parent));
    insert(node, parent, next);
    return old;
  }
  if (previous === node) ({ previous } = stateOf(node));
  const added = stateOf(node).type === DOCUMENT_FRAGMENT_NODE ? childrenOf(node) : [node];
  if (stateOf(node).parent !== null) remove(node);
  remove(old, true);
  // One record tells of both halves, so it is queued before scripts among the new nodes run.
  queueTreeRecord(parent, added, [old], previous, next);
  insert(node, parent, next, true);
  return old;
}

// Puts `node` (or nothing) in the place of all children, as textContent and innerHTML do.
function replaceAll(node, parent) {
  const removed = childrenOf(parent);
  let added = [];
  if (node !== null) added = stateOf(node).type === DOCUMENT_FRAGMENT_NODE ? childrenOf(node) : [node];
  for (let i = 0; i < removed.length; i++) remove(removed[i], true);
  if (removed.length > 0 || added.length > 0) queueTreeRecord(parent, added, removed, null, null);
  if (node !== null) insert(node, parent, null, true);
}

module.exports = {
  adopt, checkInsertion, childrenOf, documentOf, following, insert, insertBefore, isConnected, isInclusiveAncestor, remove, replace,
  replaceAll, rootOf,
};
