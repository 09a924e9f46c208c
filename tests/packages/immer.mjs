// Drafts of objects, maps, sets and classes; patches; frozen results.
import { produce, enableMapSet, enablePatches, produceWithPatches, applyPatches, immerable, original, current, createDraft, finishDraft, isDraft } from 'immer';

enableMapSet(); enablePatches();
const base = { list: [{ done: false }, { done: true }], map: new Map([['a', { n: 1 }]]), set: new Set([1]) };
const next = produce(base, (draft) => { draft.list[0].done = true; draft.list.push({ done: false }); draft.map.get('a').n++; draft.set.add(2); console.log(isDraft(draft.list), original(draft.list).length, current(draft).list.length); });
console.log(next, base.list[0].done, next.list[1] === base.list[1], Object.isFrozen(next.list));
const [changed, patches, inverse] = produceWithPatches(base, (draft) => { delete draft.list[0].done; draft.map.delete('a'); });
console.log(patches, applyPatches(changed, inverse).map);
class Point { [immerable] = true; x = 1; move() { return produce(this, (draft) => { draft.x++; }); } }
console.log(new Point().move(), produce([3, 1, 2], (draft) => { draft.sort(); }), produce(base, () => {}) === base);
const draft = createDraft(base); draft.extra = 1; console.log(finishDraft(draft).extra);
try { next.list.push(1); } catch (error) { console.log(error.name); }
