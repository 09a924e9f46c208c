// Addresses of files: drives, hosts in front of them, slashes, and what is relative to each.
'use strict';

const parts = ({ href, origin, host, pathname, search, hash }) => JSON.stringify([href, origin, host, pathname, search, hash]);

function show(label, make) {
  try {
    console.log(label, parts(make()));
  } catch (error) {
    console.log(label, error.name, error.code);
  }
}

const rests = [
  '', '/', '//', '///', '////', '/////x', 'x', 'x/', './x', '..', '../', '../..', '/..', '/../x', '/.', '/..//x', '//h', '//h/', '//h//x',
  '//h/../x', '//localhost', '//LOCALHOST//x', '//h:80/', '//u@h/', '//u:p@h/', '//[::1]/x', '//[1::8]/C:/', '//1.2.3.4/C|/', '//0x7f.1/', '//[::1',
  '//a b/', '//a%20b/', '//%41/', '//h%00/', '//ex%2Fample/', '//ü.de/ü', '//xn--a/x', '//XN--A/', 'C|', 'C|/', 'C|/x', 'C|\\x', 'C|x', 'C|?q', 'C|#f',
  '/C:', '/C|/x', '/C|', '/c:/x/../..', '//C:', '//C|/x', '//C:/x', '//C:x', '///C|/x', '////C:/x', '/C:/../x', '/C:/..', '//h/C:/', '//h/C|/../..',
  '\\x', '\\\\h\\x', '/\\h/x', '\\/\\x', '?q', '?', '#f', '#', '?q?r#f#g', '/a?b/c#d/e', '/%2e%2E/x', '/%2e', '/x/%2E./', '/.%2e', '/...', '/a b', '/a"<>^`{}|[]',
  '/\u0001\u007f', '/ü€😀', '/%zz%', '?ü \'"<>', '#ü `"<>', ' x', 'x ', '\tx\n/y', 'C\n|/x', '/x\n/..', ' ?q ', 'x:y', 'http:x', 'mailto:x',
];
const bases = [
  undefined, 'file:', 'file:///', 'file:///a/b', 'file:///a/b?q#f', 'file://h', 'file://h/a/b?q', 'file://h/C:/a/b', 'file:///C:/a/b', 'file:///C:', 'file:////a',
  'file:///c|/', 'FILE://H/', ' file:///x ', 'custom:x', 'file://a b/',
];
for (const base of bases) {
  for (const rest of rests) {
    show(`${JSON.stringify(rest)} ${base}`, () => new URL(rest, base));
    show(`${JSON.stringify(`file:${rest}`)} ${base}`, () => new URL(`file:${rest}`, base));
  }
}
for (const rest of ['///x', '/////x/y', '////C:/x', '/\\/x', ' /\n//x', '//', '///']) show(`${JSON.stringify(rest)} http`, () => new URL(rest, 'http://h/a'));
show('scheme in capitals', () => new URL('FiLe:///x'));
show('break in the scheme', () => new URL('fi\nle:\t/x', 'http://h/'));
console.log(URL.canParse('file://a b/'), URL.canParse('x', 'file:///'), URL.canParse('file:'));

const values = {
  protocol: ['http', 'https:', 'file', 'custom', 'ws:x', '', 'x y'],
  host: ['x', 'X.y', 'localhost', '', 'h:80', '[::1]', 'a b', 'x/y', 'C:', 'C|', 'u@h', 'xn--a', 'ü', 'x?y', '\tx', 'x#y'],
  hostname: ['x', 'localhost', '', 'h:80', '[::1]', 'a b', 'x/y', 'xn--a'],
  port: ['80', ''],
  username: ['u'],
  password: ['p'],
  pathname: ['', '/', '//', 'x', '/x', '//x', '\\x', 'C|/x', '/C|', '/C:/..', '..', '/a?b#c', '/ü ^', '\n/x', '/x/..//y'],
  search: ['', '?', 'q', '?q=ü\'', '#'],
  hash: ['', '#', 'f', '#ü `'],
  href: ['file://h/C:/x', 'http://h/', 'x'],
};
for (const href of ['file:///a/b?q#f', 'file://h/C:/a', 'file:////a', 'file:///C:']) {
  for (const part of Object.keys(values)) {
    for (const value of values[part]) {
      show(`${href} ${part}=${JSON.stringify(value)}`, () => {
        const address = new URL(href);
        address[part] = value;
        return address;
      });
    }
  }
}
