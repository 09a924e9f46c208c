// How many turns of the microtask queue the steps of yield* take in an async generator, today. Engines before 2.54 wait
// for the value of each step once more, as V8 did until 2022.
// @engine >= 2.54
require('./fixtures/turns_of_yield_star.js');
