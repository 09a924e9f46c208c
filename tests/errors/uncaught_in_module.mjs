// @exit 1
// @caret ignore
import './fixtures/module_that_throws.mjs';
