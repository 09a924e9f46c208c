// @exit 1
// @stderr ignore
const { proxy, revoke } = Proxy.revocable({}, {});
revoke();
throw proxy;
