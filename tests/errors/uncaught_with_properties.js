// Own properties of the error are printed after its stack.
// @exit 1
const error = new Error('with properties');
error.code = 'E_EXAMPLE';
error.details = { list: [1, 2, 3], nested: { deep: { deeper: { deepest: true } } } };
error.when = undefined;
throw error;
