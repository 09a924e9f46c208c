// A server with resolvers, variables, errors and a context, asked over HTTP and directly.
import { ApolloServer } from '@apollo/server';
import { startStandaloneServer } from '@apollo/server/standalone';
import { GraphQLError } from 'graphql';

const server = new ApolloServer({
  typeDefs: 'type Query { hello(name: String = "world"): String who: String fails: Int }',
  resolvers: { Query: { hello: (_, { name }) => `hello ${name}`, who: (_, __, { user }) => user, fails: () => { throw new GraphQLError('no', { extensions: { code: 'TEAPOT' } }); } } },
  includeStacktraceInErrorResponses: false,
});
const { url } = await startStandaloneServer(server, { listen: { port: 0, host: '127.0.0.1' }, context: async ({ req }) => ({ user: req.headers.authorization }) });
const ask = async (query, variables) => {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', authorization: 'ada' }, body: JSON.stringify({ query, variables }) });
  console.log(response.status, response.headers.get('content-type'), await response.text());
};
await ask('{ hello who }');
await ask('query Q($n: String) { hello(name: $n) }', { n: 'Ada' });
await ask('{ fails }');
await ask('{ nothing }');
console.log((await fetch(url + '?query={hello}', { headers: { 'apollo-require-preflight': '1' } })).status, (await fetch(url + '?query={hello}')).status);
console.log(JSON.stringify((await server.executeOperation({ query: '{ who }' }, { contextValue: { user: 'direct' } })).body.singleResult));
await server.stop();
console.log('stopped');
