// Names that begin with `xn--` and can not be decoded, slashes before paths, and paths that are set to nothing.
'use strict';

const url = require('url');

function show(label, make) {
  try {
    console.log(label, JSON.stringify(make()));
  } catch (error) {
    console.log(label, error.name, error.code, error.message);
  }
}

const inputs = [
  'http://xn--a', 'http://xn--', 'http://xn--a.com/', 'http://a.xn--a', 'http://XN--A/', 'http://xn--A.XN--b/XN--c', 'foo://xn--a/',
  'http://xn--ASCII-.org/', 'http://xn--fa-hia.de', 'http://xn--fa-hia.xn--a/', 'http://ab--c.com', 'http://faß.ExAmPlE/',
  'http://xn--aß/', 'http://ß.xn--a/', 'http://xn--a.ß/', 'http://xn--\u00ada/', 'http://xn--%61/', 'http://xn--a%C2%AD/',
  'http://xn--a b/', 'http://xn--a_b/', 'http://xn--a^b/', 'http://xn--a%00/', 'http://xn--a\t/', 'http://xn-\n-a/',
  'http://u:p@xn--a:8080/x?y#z', 'http://ü@xn--a/ü', 'http://xn--a:80/', 'http://xn--a:99999/', 'http://xn--a@h/', 'http://h/xn--a',
  'ws://xn--a', 'file://xn--a/x', 'file://XN--A/x', 'ftp://xn--a/', 'http:xn--a', 'http://xn--a\\x', 'http://xn--a..b/', 'http://.xn--/',
  'http://[xn--a]/', 'http://1.xn--a', 'http://xn--a.1', 'http://xn--1.2.3.4/', `http://xn--${'a'.repeat(300)}/`, 'http://qn--b.xn--a/zn--c',
  'file:////x/y', 'file:////', 'file:///..//p', 'file://///', 'file://h//x', 'file:////C:/x', 'file://h//C:/x', 'file:///a//b?//#//',
  'custom://', 'custom://?q#h', 'custom:/.//x', 'custom:/.//', 'custom:/..//p',
];
for (const input of inputs) {
  show(input, () => {
    const { href, host, pathname, search, hash } = new URL(input);
    return [href, host, pathname, search, hash, new URL(href).href === href];
  });
}

show('relative', () => [new URL('x', 'http://xn--a/y/').href, new URL('//xn--b/z', 'http://h/').href, new URL('?q', 'file:////a/b').href]);
show('empty base', () => new URL('http://xn--a/', '').href);
show('can parse', () => [URL.canParse('http://xn--a'), URL.canParse('http://xn--a^'), URL.canParse('x', 'http://xn--a')]);

for (const domain of ['xn--fa-hia.xn--a', 'xn--a', 'xn--', 'xn--a.ß', 'XN--A', 'xn--fa-hia.xn--a.B', 'xn--a b', 'xn--a:80', 'español.com']) {
  console.log(domain, [url.domainToASCII(domain), url.domainToUnicode(domain)]);
}

const values = ['', '/', '//', '//x', '///', 'x', '/x?y#z', '//x ', '/\u0001', '\t//x', '\\\\x', '/..//p', '/C|/x', '//C|/x', '/.//x', '/./', '..', '%2e%2e//x', '/ü'];
for (const href of ['file:///a?q#h', 'file://host/a', 'file:////a', 'custom:/a', 'custom://h/a?q', 'custom:///a', 'custom:a b', 'http://h/a', 'http://xn--a/']) {
  for (const value of values) {
    show(`${href} ${JSON.stringify(value)}`, () => {
      const address = new URL(href);
      address.pathname = value;
      return [address.href, address.pathname, address.search, address.hash];
    });
  }
}

for (const part of ['host', 'hostname']) {
  for (const value of ['xn--a', 'XN--A', 'xn--a:81', 'ß.xn--a', 'xn--a^', '']) {
    show(`${part} ${value}`, () => {
      const address = new URL('http://h/p');
      address[part] = value;
      return address.href;
    });
  }
}
show('other parts', () => {
  const address = new URL('http://xn--a/p');
  address.search = '?xn--b';
  address.hash = 'zn--c';
  address.port = '81';
  address.username = 'xn--u';
  return [address.href, address.host, address.search, address.hash];
});
