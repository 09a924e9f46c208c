// Spies, stubs, mocks, fake timers, a sandbox.
const sinon = require('sinon');

const spy = sinon.spy((x) => x * 2);
spy(2); spy.call({ a: 1 }, 3);
console.log(spy.callCount, spy.calledWith(3), spy.returnValues, spy.firstCall.args, spy.secondCall.thisValue);
const api = { get: (id) => 'real ' + id, later: async () => 'real' };
const stub = sinon.stub(api, 'get').withArgs(1).returns('one').withArgs(2).throws(new RangeError('two'));
console.log(api.get(1), api.get(9)); try { api.get(2); } catch (error) { console.log(error.name); }
sinon.stub(api, 'later').onFirstCall().resolves('first').onSecondCall().rejects(new Error('second'));
(async () => {
  console.log(await api.later(), await api.later().catch((error) => error.message));
  sinon.restore();
  console.log(api.get(5));
  const clock = sinon.useFakeTimers({ now: 1000, toFake: ['setTimeout', 'setInterval', 'Date', 'clearInterval'] });
  const order = [];
  setTimeout(() => order.push('late ' + Date.now()), 500);
  const interval = setInterval(() => order.push('each ' + Date.now()), 200);
  clock.tick(650);
  clearInterval(interval);
  clock.restore();
  console.log(order, Date.now() > 1e12);
  const mock = sinon.mock(api);
  mock.expects('get').once().withExactArgs(4);
  try { mock.verify(); } catch (error) { console.log(error.name); }
  sinon.assert.callOrder(spy, spy);
  console.log(sinon.match({ a: sinon.match.number }).test({ a: 1, b: 2 }), sinon.createStubInstance(Map).get(1));
})();
