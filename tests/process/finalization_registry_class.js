// FinalizationRegistry looks and fails as the language says.
'use strict';

const attempt = (run) => {
  try {
    console.log(run());
  } catch (error) {
    console.log(error.name, error.message);
  }
};
attempt(() => FinalizationRegistry.name);
attempt(() => FinalizationRegistry.length);
attempt(() => FinalizationRegistry(() => {}));
attempt(() => new FinalizationRegistry(1));
attempt(() => Object.prototype.toString.call(new FinalizationRegistry(() => {})));
attempt(() => new FinalizationRegistry(() => {}).constructor === FinalizationRegistry);
attempt(() => new FinalizationRegistry(() => {}) instanceof FinalizationRegistry);
attempt(() => new (class Own extends FinalizationRegistry {})(() => {}).constructor.name);
attempt(() => JSON.stringify(Object.getOwnPropertyDescriptor(FinalizationRegistry, 'prototype')));
attempt(() => JSON.stringify(Object.getOwnPropertyDescriptor(globalThis, 'FinalizationRegistry')));
attempt(() => Object.getOwnPropertyNames(FinalizationRegistry.prototype).sort().join());
attempt(() => new FinalizationRegistry(() => {}).unregister({}));
