'use strict';

// What `url.resolve` does with two parsed addresses: the reference is followed from the target, which
// becomes the result. Unlike in the URL standard, the text is all there is: nothing is checked, and a
// scheme without slashes (`mailto:a@b`) keeps its host as the first segment of its path while the path
// is worked out. `href` is the caller's.

const {
  ArrayPrototypeConcat,
  ArrayPrototypeJoin,
  ArrayPrototypePop,
  ArrayPrototypePush,
  ArrayPrototypeShift,
  ArrayPrototypeSlice,
  ArrayPrototypeUnshift,
  ObjectAssign,
  RegExpPrototypeExec,
  StringPrototypeIndexOf,
  StringPrototypeSplit,
} = primordials;

const { isSlashed, schemeName } = require('internal/url/legacy_schemes');

function resolveInto(target, reference) {
  const { protocol } = target;
  target.hash = reference.hash;
  if (reference.href === '') return;
  if (reference.slashes && !reference.protocol) {
    ObjectAssign(target, reference);
    target.protocol = protocol;
    if (isSlashed(protocol) && target.hostname && !target.pathname) target.path = target.pathname = '/';
  } else if (!reference.protocol || reference.protocol === protocol) {
    follow(target, reference);
  } else if (isSlashed(reference.protocol)) {
    moveTo(target, reference);
  } else {
    ObjectAssign(target, reference);
  }
}

// A reference with another scheme that has slashes, even if it was written without them.
function moveTo(target, reference) {
  let { host, pathname } = reference;
  if (!host && schemeName(reference.protocol) !== 'file') {
    // `http:a/b` names a host: the first segment that is not empty.
    const parts = RegExpPrototypeExec(/^\/*([^/]*)\/?([^]*)$/, pathname || '');
    host = parts[1];
    pathname = parts[2][0] === '/' ? parts[2] : `/${parts[2]}`;
  }
  target.protocol = reference.protocol;
  target.slashes ||= reference.slashes;
  target.auth = reference.auth;
  target.host = host || '';
  target.hostname = reference.hostname || host;
  target.port = reference.port;
  target.pathname = pathname;
  takeSearch(target, reference);
  if (pathname || target.search) setPath(target);
}

function follow(target, reference) {
  const hostInPath = target.protocol && !isSlashed(target.protocol);
  const isRooted = reference.host || reference.pathname?.[0] === '/';
  const isAbsolute =
    isRooted || target.pathname?.[0] === '/' || (target.host && reference.pathname);
  const from = segments(target, hostInPath);
  const step = segments(reference, hostInPath && reference.protocol);
  let authority = reference;
  if (hostInPath) {
    target.host = target.hostname = '';
    target.port = null;
    if (reference.protocol) {
      target.auth = null;
      authority = { host: null, hostname: null };
    }
  }

  let path = from;
  if (isRooted) {
    takeAuthority(target, authority);
    takeSearch(target, reference);
    path = step;
  } else if (step.length > 0) {
    takeSearch(target, reference);
    path = ArrayPrototypeConcat(ArrayPrototypeSlice(from, 0, -1), step);
  } else if (reference.search !== null && reference.search !== undefined) {
    if (hostInPath) setHost(target, from[0]);
    takeSearch(target, reference);
    setPath(target);
    return;
  }
  if (path.length === 0) {
    target.pathname = null;
    target.path = target.search ? `/${target.search}` : null;
    return;
  }

  const beginsWithSlash = isAbsolute && (!hostInPath || step[0] === '' || from[0] === '');
  const last = path[path.length - 1];
  const hasPlace = target.host || authority.host || path.length > 1;
  const endsWithSlash = last === '' || (hasPlace && (last === '.' || last === '..'));
  path = withoutDots(path, !isAbsolute);
  if (beginsWithSlash && path[0] !== '') ArrayPrototypeUnshift(path, '');
  if (endsWithSlash && (path.length < 2 || path[path.length - 1] !== '')) ArrayPrototypePush(path, '');
  if (path[0] !== '') {
    if (hostInPath) setHost(target, ArrayPrototypeShift(path) ?? '');
    if (target.host && path.length > 0) ArrayPrototypeUnshift(path, '');
  }

  target.auth = reference.auth || target.auth;
  target.slashes ||= reference.slashes;
  target.pathname = target.path = path.length === 0 ? null : ArrayPrototypeJoin(path, '/');
  if (path.length > 0 || target.search !== null) setPath(target);
}

// The path in its segments; the host is one of them where it belongs to the path.
function segments(url, withHost) {
  const list = url.pathname ? StringPrototypeSplit(url.pathname, '/') : [];
  if (withHost && url.host) {
    if (list[0] === '') list[0] = url.host; else ArrayPrototypeUnshift(list, url.host);
  }
  return list;
}

// Resolves `.` and `..`; what climbs above the beginning is kept or dropped.
function withoutDots(path, keepsClimbs) {
  const kept = [];
  let climbs = 0;
  for (let i = 0; i < path.length; i++) {
    if (path[i] === '.') continue;
    if (path[i] !== '..') ArrayPrototypePush(kept, path[i]);
    else if (kept.length > 0) ArrayPrototypePop(kept);
    else climbs++;
  }
  if (keepsClimbs) while (climbs-- > 0) ArrayPrototypeUnshift(kept, '..');
  return kept;
}

// Credentials are for one host: they do not go along to another.
function takeAuthority(target, { host, hostname, port }) {
  if (typeof host === 'string') {
    if (target.host !== host) target.auth = null;
    target.host = host;
    target.port = port;
  }
  if (typeof hostname === 'string') {
    if (target.hostname !== hostname) target.auth = null;
    target.hostname = hostname;
  }
}

function takeSearch(target, reference) {
  target.search = reference.search;
  target.query = reference.query;
}

function setPath(target) {
  target.path = (target.pathname || '') + (target.search || '');
}

// A segment that is a host again, perhaps with credentials before it.
function setHost(target, text) {
  target.host = target.hostname = text;
  if (text && StringPrototypeIndexOf(text, '@') > 0) {
    const parts = StringPrototypeSplit(text, '@');
    target.auth = parts[0];
    target.host = target.hostname = parts[1];
  }
}

module.exports = { resolveInto };
