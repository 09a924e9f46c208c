// @exit 1
import './fixtures/module_that_throws.mjs';
