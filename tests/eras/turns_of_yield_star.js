// How many turns of the microtask queue the steps of yield* take in an async generator. Since 2022 it does not wait for
// the value of a step once more. Engines before 2.54 still do, and so are right about the loops of the time before.
// @loop node11 node10
// @engine < 2.54
require('./fixtures/turns_of_yield_star.js');
