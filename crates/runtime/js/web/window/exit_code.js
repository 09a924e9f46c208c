// What a page, its frames and its workers end with: 1 once something has failed.
'use strict';

module.exports = { __proto__: null, value: 0 };
