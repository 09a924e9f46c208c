// Own properties of the error are printed after its stack.
// @exit 1
throw Object.assign(new Error('with properties'), {
  code: 'E_EXAMPLE',
  details: { list: [1, 2, 3], nested: { deep: { deeper: { deepest: true } } } },
  when: undefined,
});
