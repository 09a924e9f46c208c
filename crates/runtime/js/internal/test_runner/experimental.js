// Warnings of what Node calls experimental: one for each feature.
'use strict';

const { SafeSet } = primordials;

const warned = new SafeSet();

function warnExperimental(feature) {
  if (warned.has(feature)) return;
  warned.add(feature);
  process.emitWarning(`${feature} is an experimental feature and might change at any time`, 'ExperimentalWarning');
}

module.exports = { warnExperimental };
