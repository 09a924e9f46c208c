// JSON Schema: compiled validators, formats of its own, references, errors, coercion.
const Ajv = require('ajv').default;
const Ajv2020 = require('ajv/dist/2020').default;
const standalone = require('ajv/dist/standalone').default;

const ajv = new Ajv({ allErrors: true, coerceTypes: true, useDefaults: true, code: { source: true } });
ajv.addFormat('even', { type: 'number', validate: (n) => n % 2 === 0 });
ajv.addKeyword({ keyword: 'longer', type: 'string', compile: (n) => (text) => text.length > n });
ajv.addSchema({ $id: 'defs', definitions: { id: { type: 'integer', format: 'even' } } });
const validate = ajv.compile({ type: 'object', required: ['id', 'name'], properties: { id: { $ref: 'defs#/definitions/id' }, name: { type: 'string', longer: 2, pattern: '^[a-z]+$' }, list: { type: 'array', uniqueItems: true, items: { anyOf: [{ type: 'number' }, { type: 'null' }] } }, kind: { default: 'x' } }, additionalProperties: false });
const data = { id: '4', name: 'abc', list: [1, null] };
console.log(validate(data), data);
console.log(validate({ id: 3, name: 'A', list: [1, 1, 'x'], more: 1 }), ajv.errorsText(validate.errors, { separator: '\n' }));
console.log(validate.errors.map(({ instancePath, keyword, params }) => [instancePath, keyword, params]));
const newer = new Ajv2020();
console.log(newer.validate({ prefixItems: [{ type: 'number' }], items: false }, [1, 2]), newer.errors[0].message);
try { ajv.compile({ type: 'nothing' }); } catch (error) { console.log(error.message); }
console.log(standalone(ajv, ajv.compile({ type: 'number', minimum: 3 })).length > 100);
