// process.features: what this build can do, under Node's names.
'use strict';

function features() {
  return {
    inspector: false,
    debug: false,
    uv: true,
    ipv6: true,
    tls_alpn: true,
    tls_sni: true,
    tls_ocsp: true,
    tls: true,
    openssl_is_boringssl: false,
    get cached_builtins() { return false; },
    get require_module() { return true; },
    get dtls() { return false; },
    get quic() { return false; },
    get typescript() { return 'transform'; },
  };
}

module.exports = { features };
