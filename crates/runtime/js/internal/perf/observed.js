// Whether anybody observes performance entries, for those who would only load the rest to find out.
'use strict';

module.exports = { any: false };
