// The listeners of one target: records in arrays by event type, in the order in which they were added.
//
// A record is known by its listener and its phase; whoever dispatches walks a copy of the array and skips
// what was removed meanwhile. What the lists hang on, who is told of changes and how events travel is the
// business of the two kinds of targets: `web/event_target` for Node's loops, `web/dom` for pages.
'use strict';

const {
  ArrayPrototypeIndexOf,
  ArrayPrototypePush,
  ArrayPrototypeSplice,
  MapPrototypeDelete,
  MapPrototypeGet,
  MapPrototypeSet,
} = primordials;

function listOf(lists, type) {
  return lists === undefined ? undefined : MapPrototypeGet(lists, type);
}

function findRecord(lists, type, listener, capture) {
  const list = listOf(lists, type);
  if (list !== undefined) {
    for (let i = 0; i < list.length; i++) {
      if (list[i].listener === listener && list[i].capture === capture) return list[i];
    }
  }
  return undefined;
}

// How many listeners the type has then; 0 if this one was there before.
function insertRecord(lists, type, record) {
  if (findRecord(lists, type, record.listener, record.capture) !== undefined) return 0;
  let list = MapPrototypeGet(lists, type);
  if (list === undefined) MapPrototypeSet(lists, type, list = []);
  return ArrayPrototypePush(list, record);
}

// How many listeners the type still has; -1 if this one had been removed before.
function dropRecord(lists, type, record) {
  const list = listOf(lists, type);
  if (record.isRemoved || list === undefined) return -1;
  record.isRemoved = true;
  ArrayPrototypeSplice(list, ArrayPrototypeIndexOf(list, record), 1);
  if (list.length === 0) MapPrototypeDelete(lists, type);
  return list.length;
}

function listenersIn(lists, type) {
  const list = listOf(lists, type);
  const found = [];
  if (list !== undefined) for (let i = 0; i < list.length; i++) ArrayPrototypePush(found, list[i].listener);
  return found;
}

module.exports = { dropRecord, findRecord, insertRecord, listOf, listenersIn };
