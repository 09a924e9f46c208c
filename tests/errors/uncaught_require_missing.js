// A module that is not there: code and require stack.
// @exit 1
require('./no/such/module');
