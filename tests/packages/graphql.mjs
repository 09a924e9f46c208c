// A schema in words and in code, queries, mutations, errors, subscriptions, introspection.
import { buildSchema, graphql, parse, print, validate, subscribe, GraphQLSchema, GraphQLObjectType, GraphQLString, GraphQLInt, GraphQLList, introspectionFromSchema, printSchema, GraphQLError } from 'graphql';

const schema = buildSchema('type Query { user(id: ID!): User users(first: Int = 2): [User!]! fail: String } type User { id: ID! name: String friends: [User] } type Mutation { add(name: String!): User } enum E { A B }');
const users = [{ id: '1', name: 'Ada', friends: () => [users[1]] }, { id: '2', name: 'Bob' }];
const rootValue = { user: ({ id }) => users.find((user) => user.id === id), users: async ({ first }) => users.slice(0, first), fail: () => { throw new GraphQLError('broken', { extensions: { code: 'BAD' } }); }, add: ({ name }) => ({ id: '3', name }) };
const run = async (source, variableValues) => console.log(JSON.stringify(await graphql({ schema, source, rootValue, variableValues })));
await run('{ user(id: 1) { name friends { name } } users(first: 1) { id } }');
await run('query Q($id: ID!) { u: user(id: $id) { ...F } } fragment F on User { id name }', { id: '2' });
await run('mutation { add(name: "New") { id name } }');
await run('{ fail users { id } }');
await run('{ nothing }');
await run('{ user(id: ');
const counter = new GraphQLSchema({ query: new GraphQLObjectType({ name: 'Query', fields: { a: { type: GraphQLString } } }), subscription: new GraphQLObjectType({ name: 'Subscription', fields: { count: { type: new GraphQLList(GraphQLInt), async *subscribe() { for (const n of [1, 2]) yield { count: [n] }; } } } }) });
for await (const result of await subscribe({ schema: counter, document: parse('subscription { count }') })) console.log(JSON.stringify(result));
console.log(print(parse('query  X{a(b:[1,"x"]){c}}')), validate(schema, parse('{ user { id } }')).map(({ message }) => message), introspectionFromSchema(schema).__schema.types.length, printSchema(counter));
