// A binary heap of what has an `expiry` and an `id`: the earliest expiry is first, ties go to the smaller id.
// An entry knows its place, `priorityQueuePosition`, so that it can leave from anywhere.
'use strict';

const heap = [null]; // 1-based
let size = 0;

function before(a, b) {
  return a.expiry < b.expiry || (a.expiry === b.expiry && a.id < b.id);
}

function place(entry, position) {
  heap[position] = entry;
  entry.priorityQueuePosition = position;
}

function siftUp(position) {
  const entry = heap[position];
  while (position > 1) {
    const parent = position >> 1;
    if (!before(entry, heap[parent])) break;
    place(heap[parent], position);
    position = parent;
  }
  place(entry, position);
}

// `entry` became later than it was.
function sink(entry) {
  let position = entry.priorityQueuePosition;
  for (let child = position << 1; child <= size; child = position << 1) {
    if (child < size && before(heap[child + 1], heap[child])) child++;
    if (!before(heap[child], entry)) break;
    place(heap[child], position);
    position = child;
  }
  place(entry, position);
}

function add(entry) {
  heap[++size] = entry;
  siftUp(size);
}

function remove(entry) {
  const position = entry.priorityQueuePosition;
  const last = heap[size];
  heap[size--] = null;
  if (last === entry) return;
  place(last, position);
  sink(last);
  siftUp(last.priorityQueuePosition);
}

function first() {
  return size === 0 ? null : heap[1];
}

module.exports = { add, remove, sink, first };
