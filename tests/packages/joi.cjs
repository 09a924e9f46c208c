// Schemas that convert, refuse, refer to each other.
const Joi = require('joi');

const schema = Joi.object({ name: Joi.string().trim().min(2).required(), email: Joi.string().email({ tlds: false }), age: Joi.number().integer().min(0), password: Joi.string().pattern(/^\w{3,}$/), repeat: Joi.ref('password'), list: Joi.array().items(Joi.string(), Joi.number()).unique(), when: Joi.date().iso(), kind: Joi.string().valid('a', 'b').default('a'), extra: Joi.when('kind', { is: 'b', then: Joi.required() }) }).with('password', 'repeat').rename('mail', 'email');
const show = (value) => { const { value: out, error } = schema.validate(value, { abortEarly: false }); console.log(error ? error.details.map(({ type, message }) => [type, message]) : out); };
show({ name: ' Ada ', mail: 'a@example.com', age: '36', password: 'abc', repeat: 'abc', list: ['x', 1], when: '2020-01-01' });
show({ name: 'x', email: 'no', age: -1.5, password: 'a', list: [1, 1, {}], when: 'then', kind: 'b', more: 1 });
show({});
Joi.string().external(async (text) => { if (text === 'bad') throw new Error('external'); }).validateAsync('bad').catch((error) => console.log(error.name, error.message));
console.log(Joi.attempt('5', Joi.number()), Joi.alternatives().try(Joi.boolean(), Joi.binary()).validate('true').value, schema.describe().keys.age.rules);
