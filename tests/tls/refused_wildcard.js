// A star stands for one label, the first; a star that would stand for more is no name.
'use strict';
const { attempt } = require('./fixtures/attempt');

(async () => {
  const identity = { identity: 'wildcard' };
  await attempt('one label', identity, { servername: 'www.example.org' });
  await attempt('two labels', identity, { servername: 'a.b.example.org' });
  await attempt('no label', identity, { servername: 'example.org' });
  await attempt('everything', identity, { servername: 'localhost' });
  await attempt('two stars', identity, { servername: 'a.b.example.net' });
  await attempt('two stars in a label', identity, { servername: 'axbx.example.net' });
  await attempt('a whole domain', identity, { servername: 'example.com' });
})();
