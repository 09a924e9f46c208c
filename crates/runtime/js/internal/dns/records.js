// The records of an answer as programs get them. A record comes as `[type, ttl, ...fields]`.
//
// An answer that has other records than those asked for is none (`ENODATA`) for addresses and names, wrong (`EBADRESP`)
// for the start of a zone, and an empty list for the rest, as Node has it.
'use strict';

const { ArrayPrototypeMap, ArrayPrototypePush, ArrayPrototypeSlice, MathMin } = primordials;

const makers = {
  __proto__: null,
  MX: ({ 2: priority, 3: exchange }) => ({ exchange, priority, type: 'MX' }),
  SRV: ({ 2: priority, 3: weight, 4: port, 5: name }) => ({ name, port, priority, weight, type: 'SRV' }),
  NAPTR: ({ 2: order, 3: preference, 4: flags, 5: service, 6: regexp, 7: replacement }, isAny) => (
    { flags, service, regexp, replacement, order, preference, type: isAny ? 'NAPTR' : undefined }),
  SOA: ({ 2: nsname, 3: hostmaster, 4: serial, 5: refresh, 6: retry, 7: expire, 8: minttl }, isAny) => (
    { nsname, hostmaster, serial, refresh, retry, expire, minttl, type: isAny ? 'SOA' : undefined }),
  CAA: ({ 2: critical, 3: tag, 4: value }) => ({ critical, type: 'CAA', [tag]: value }),
  TLSA: ({ 2: certUsage, 3: selector, 4: match, 5: data }) => ({ certUsage, selector, match, data }),
  TXT: (record, isAny) => {
    const entries = ArrayPrototypeSlice(record, 2);
    return isAny ? { entries, type: 'TXT' } : entries;
  },
};

// The order in which an answer to everything is sorted.
const ANY_ORDER = ['A', 'CNAME', 'AAAA', 'MX', 'NS', 'TXT', 'SRV', 'PTR', 'NAPTR', 'SOA', 'TLSA', 'CAA'];

// `{ code }` of an error, or `{ result }`.
function readRecords(type, records, withTtl) {
  if (type === 'ANY') return { result: readAny(records) };
  if (type === 'A' || type === 'AAAA') return readAddresses(type, records, withTtl);
  const found = ofType(records, type);
  if (type === 'NS' || type === 'PTR' || type === 'CNAME') {
    if (found.length === 0) return { code: 'ENODATA' };
    const names = ArrayPrototypeMap(found, (record) => record[2]);
    return { result: type === 'CNAME' ? [names[0]] : names };
  }
  if (type === 'SOA') return found.length === 0 ? { code: 'EBADRESP' } : { result: makers.SOA(found[0], false) };
  return { result: ArrayPrototypeMap(found, (record) => makers[type](record, false)) };
}

function ofType(records, type) {
  const found = [];
  for (let i = 0; i < records.length; i++) {
    if (records[i][0] === type) ArrayPrototypePush(found, records[i]);
  }
  return found;
}

// An address lives no longer than the aliases that lead to it.
function readAddresses(type, records, withTtl) {
  if (ofType(records, 'A').length + ofType(records, 'AAAA').length === 0) return { code: 'ENODATA' };
  const aliases = ofType(records, 'CNAME');
  let most = 0x7fffffff;
  for (let i = 0; i < aliases.length; i++) most = MathMin(most, aliases[i][1]);
  return {
    result: ArrayPrototypeMap(ofType(records, type), ({ 1: ttl, 2: address }) => (
      withTtl ? { address, ttl: MathMin(ttl, most) } : address)),
  };
}

function readAny(records) {
  const result = [];
  const hasAlias = ofType(records, 'CNAME').length > 0;
  for (let i = 0; i < ANY_ORDER.length; i++) {
    const type = ANY_ORDER[i];
    // Where there is an alias, the addresses are not those of this name.
    if (type === 'A' && hasAlias) continue;
    const found = ofType(records, type);
    for (let j = 0; j < found.length; j++) ArrayPrototypePush(result, anyRecord(type, found[j]));
  }
  return result;
}

function anyRecord(type, record) {
  if (type === 'A' || type === 'AAAA') return { address: record[2], ttl: record[1], type };
  if (type === 'CNAME' || type === 'NS' || type === 'PTR') return { value: record[2], type };
  return makers[type](record, true);
}

module.exports = { readRecords };
