
// Scenes of crypto, zlib and TLS. What is random in them (keys, nonces) is never logged; what comes of the same input
// every time is logged as a digest.

const crypto = require('crypto');
const tls = require('tls');
const zlib = require('zlib');

const digest = (data) => (data === undefined || data === null ? `${data}` :
  `${data.length}:${crypto.createHash('sha1').update(data).digest('hex').slice(0, 8)}`);

// OpenSSL writes its errors with a thread's number and a line of its source in some places, and differs in words.
const failure = (error) => (error === null || error === undefined ? 'none' : `${error.name}(${`${error.code}`.replace(/^ERR_SSL_.*/, 'ERR_SSL')})`);

Object.assign(scenes, {
  // One operation after the other, each in its synchronous or asynchronous form.
  crypto({ name, steps, inside }, done) {
    const next = (index) => {
      if (index === steps.length) {
        done();
        return;
      }
      const { kind, size, algorithm, key: length, count: times, isLate } = steps[index];
      const data = bytes(size);
      const told = (error, ...args) => {
        happened(`${name} ${kind}`, inside, failure(error), ...args);
        setImmediate(next, index + 1);
      };
      const answer = (error, made) => told(error, digest(made));
      const perform = {
        hash() { told(null, crypto.createHash(algorithm).update(data).digest('hex')); },
        whole() { told(null, crypto.hash(algorithm, data, 'base64')); },
        hmac() { told(null, crypto.createHmac(algorithm, bytes(length)).update(data).digest('base64url')); },
        stream() {
          const hash = watch(`${name} hash`, crypto.createHash(algorithm), ['finish', 'end', 'close', 'readable', 'error'], inside);
          hash.on('close', () => told(null));
          hash.setEncoding('hex');
          for (let i = 0; i < times; i++) hash.write(data, (error) => log(`${name} hashed`, error ?? null));
          hash.end();
          hash.on('data', (text) => log(`${name} digest`, text));
        },
        pbkdf2() { crypto.pbkdf2(data, 'salt', times, length, algorithm, answer); },
        hkdf() { crypto.hkdf(algorithm, bytes(length), 'salt', 'info', Math.max(1, times), (error, made) => answer(error, made && Buffer.from(made))); },
        scrypt() { crypto.scrypt(data, 'salt', length, { N: 2 ** (1 + times % 6) }, answer); },
        random() {
          crypto.randomBytes(size, (error, made) => told(error, made?.length));
          crypto.randomFill(Buffer.alloc(length), (error) => log(`${name} filled`, error ?? null));
        },
        'random int'() { crypto.randomInt(5, 6, (error, made) => told(error, made)); },
        pair() {
          crypto.generateKeyPair('ec', { namedCurve: 'prime256v1' }, (error, publicKey, privateKey) => {
            const signature = crypto.sign('sha256', data, privateKey);
            told(error, crypto.verify('sha256', data, publicKey, signature), publicKey.asymmetricKeyType);
          });
        },
        'signed later'() {
          const { publicKey, privateKey } = crypto.generateKeyPairSync('ed25519');
          crypto.sign(null, data, privateKey, (error, signature) => {
            happened(`${name} signed`, inside, failure(error), signature.length);
            crypto.verify(null, data, publicKey, signature, told);
          });
        },
        secret() { crypto.generateKey('hmac', { length: 8 * length + 8 }, (error, key) => told(error, key.symmetricKeySize)); },
        cipher() {
          const cipher = crypto.createCipheriv('aes-128-gcm', bytes(16), bytes(12));
          watch(`${name} cipher`, cipher, ['finish', 'end', 'close', 'error'], inside);
          const parts = [];
          cipher.on('data', (chunk) => parts.push(chunk));
          cipher.on('close', () => {
            const sealed = Buffer.concat(parts);
            const decipher = crypto.createDecipheriv('aes-128-gcm', bytes(16), bytes(12));
            const tag = cipher.getAuthTag();
            if (isLate) tag[0] ^= 1;
            decipher.setAuthTag(tag);
            let opened;
            try {
              opened = Buffer.concat([decipher.update(sealed), decipher.final()]);
            } catch (error) {
              log(`${name} not opened`, error.message);
            }
            told(null, digest(sealed), digest(opened));
          });
          for (let i = 0; i < times; i++) cipher.write(data);
          cipher.end();
        },
        blocks() {
          const cipher = crypto.createCipheriv(isLate ? 'aes-256-cbc' : 'aes-256-ctr', bytes(32), bytes(16));
          const sealed = Buffer.concat([cipher.update(data), cipher.final()]);
          told(null, digest(sealed));
        },
        wrong() {
          for (const call of [
            () => crypto.createHash('nonsense'),
            () => crypto.createHmac('sha256'),
            () => crypto.createCipheriv('aes-128-cbc', bytes(length), bytes(16)),
            () => crypto.pbkdf2('x', 'y', 0, 1, 'sha1', () => {}),
            () => crypto.randomBytes(-1),
            () => crypto.timingSafeEqual(bytes(length), bytes(times)),
            () => crypto.createPrivateKey(data),
            () => crypto.scryptSync('x', 'y', 1, { N: 3 }),
            () => crypto.hkdfSync('sha256', 'x', 'y', 'z', 255 * 33),
          ]) {
            try {
              call();
            } catch (error) {
              log(`${name} thrown`, error.name, error.code ?? null);
            }
          }
          told(null);
        },
        subtle() {
          crypto.subtle.digest('SHA-256', data).then((made) => answer(null, Buffer.from(made)), told);
        },
        'subtle key'() {
          crypto.subtle.importKey('raw', bytes(16), 'AES-GCM', true, ['encrypt', 'decrypt']).then((key) => {
            happened(`${name} imported`, inside, key.type);
            return crypto.subtle.encrypt({ name: 'AES-GCM', iv: bytes(12) }, key, data);
          }).then((sealed) => answer(null, Buffer.from(sealed)), told);
        },
      };
      perform[kind]();
      if (isLate) process.nextTick(() => log(`${name} ${kind} asked`));
    };
    next(0);
  },

  // Bytes through a compressor and its opposite, whole, called back or in streams.
  zlib({ name, format, form, size, level, chunk, flush, limit, mistake, inside }, done) {
    const [pack, unpack, Pack, Unpack] = {
      gzip: ['gzip', 'gunzip', 'createGzip', 'createGunzip'],
      deflate: ['deflate', 'inflate', 'createDeflate', 'createInflate'],
      raw: ['deflateRaw', 'inflateRaw', 'createDeflateRaw', 'createInflateRaw'],
      unzip: ['gzip', 'unzip', 'createGzip', 'createUnzip'],
      brotli: ['brotliCompress', 'brotliDecompress', 'createBrotliCompress', 'createBrotliDecompress'],
    }[format];
    const isBrotli = format === 'brotli';
    const data = bytes(size);
    const options = isBrotli ? { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: level } } : { level };
    const spoil = (packed) => {
      if (mistake === 'cut') return packed.subarray(0, packed.length - 3);
      // The compressors write other bytes; what all of them have is the head of a format.
      if (mistake === 'changed' && format !== 'raw' && !isBrotli) { packed[1] ^= 255; return packed; }
      if (mistake === 'garbage') return Buffer.from('garbage, not compressed');
      if (mistake === 'more') return Buffer.concat([packed, Buffer.from('more')]);
      return packed;
    };
    const limits = limit ? { maxOutputLength: limit } : {};
    const shown = (error) => (error ? `${error.name}|${error.code}|${error.errno ?? ''}` : 'none');
    if (form === 'sync') {
      try {
        log(`${name} opened`, digest(zlib[`${unpack}Sync`](spoil(zlib[`${pack}Sync`](data, options)), limits)));
      } catch (error) {
        log(`${name} failed`, shown(error));
      }
      setImmediate(done);
    } else if (form === 'callback') {
      zlib[pack](data, options, (error, packed) => {
        happened(`${name} packed`, inside, shown(error), packed.length > 0);
        zlib[unpack](spoil(packed), limits, (second, opened) => {
          happened(`${name} opened`, inside, shown(second), digest(opened));
          setImmediate(done);
        });
      });
      log(`${name} asked`);
    } else {
      const events = ['end', 'finish', 'close', 'error', 'drain'];
      const packer = watch(`${name} packer`, zlib[Pack]({ ...options, chunkSize: Math.max(64, chunk) }), ['end', 'finish', 'close'], inside);
      const parts = [];
      packer.on('data', (part) => parts.push(part));
      packer.on('end', () => {
        const packed = spoil(Buffer.concat(parts));
        const unpacker = zlib[Unpack]({ chunkSize: Math.max(64, chunk) });
        for (const event of events) {
          unpacker.on(event, (error) => happened(`${name} unpacker ${event}`, inside, error ? shown(error) : ''));
        }
        count(`${name} unpacker`, unpacker, '');
        unpacker.on('close', () => {
          log(`${name} bytes`, unpacker.bytesWritten <= packed.length);
          setImmediate(done);
        });
        if (form === 'stream bytewise' && packed.length < 300) {
          for (let i = 0; i < packed.length; i++) unpacker.write(packed.subarray(i, i + 1));
          unpacker.end();
        } else {
          unpacker.end(packed);
        }
        if (mistake === 'destroyed') unpacker.destroy(new Error('enough'));
      });
      packer.write(data.subarray(0, size >> 1), (error) => log(`${name} written`, error ?? null));
      if (flush === 'flush') packer.flush(() => happened(`${name} flushed`, inside));
      const end = () => packer.end(data.subarray(size >> 1));
      // Nothing more is written until the new ones are in force: Node sets them beside a job on the pool otherwise, which
      // spoils its memory.
      if (flush === 'params' && !isBrotli) {
        packer.params((level + 3) % 10, 0, (error) => {
          happened(`${name} params`, inside, error ?? null);
          end();
        });
        return;
      }
      if (flush === 'kind') packer.flush(isBrotli ? zlib.constants.BROTLI_OPERATION_FLUSH : zlib.constants.Z_SYNC_FLUSH, () => log(`${name} flushed`));
      end();
    }
  },

  // A server and a client of TLS in one process.
  tls({ name, version, answer, client, chunks, protocols, asksForCertificate, trust, isResumed, isDuplex, actsAgain, insideServer, insideClient }, done) {
    const over = after(2, done);
    const events = ['secure', 'secureConnect', 'end', 'finish', 'error', 'close', 'session', 'OCSPResponse'];
    const watchSecure = (label, socket, letters) => {
      for (const event of events) {
        // How many tickets come, and when, is the library's affair.
        if (event === 'session') continue;
        socket.on(event, (value) => happened(`${label} ${event}`, letters, value instanceof Error ? failure(value) : value ?? ''));
      }
      return socket;
    };
    const identity = { key: IDENTITY.key, cert: IDENTITY.cert };
    const server = tls.createServer({
      ...identity, maxVersion: version, ALPNProtocols: protocols ? ['a', 'b'] : undefined,
      requestCert: asksForCertificate !== 'no', rejectUnauthorized: asksForCertificate === 'must', ca: IDENTITY.ca,
    }, (socket) => {
      watchSecure(`${name} server socket`, socket, insideServer);
      log(`${name} accepted`, socket.authorized, socket.getProtocol(), socket.alpnProtocol, socket.servername,
          socket.isSessionReused(), socket.getPeerCertificate().subject?.CN ?? null);
      if (answer === 'echo') socket.pipe(socket);
      if (answer === 'count') count(`${name} server socket`, socket, insideServer);
      if (answer === 'end') socket.resume().end(bytes(1000), () => log(`${name} answered`));
      if (answer === 'destroy') socket.destroy();
      if (answer === 'late') setImmediate(() => socket.resume().end('late'));
      if (answer === 'write then end') {
        socket.resume();
        for (let i = 0; i < 3; i++) socket.write(bytes(10), (error) => happened(`${name} server wrote ${i}`, insideServer, failure(error)));
        socket.end();
      }
    });
    server.on('tlsClientError', (error) => happened(`${name} tlsClientError`, insideServer, error.code === 'ECONNRESET' ? error.code : 'a failure'));
    server.on('close', over);
    watch(`${name} server`, server, ['connection', 'secureConnection'], insideServer);
    let left = isResumed ? 2 : 1;
    let session;
    const connect = () => {
      const options = {
        host: '127.0.0.1', port: server.address().port, servername: client === 'wrong name' ? 'example.org' : 'localhost',
        ca: trust === 'unknown' ? [] : IDENTITY.ca, rejectUnauthorized: trust !== 'any', session,
        ALPNProtocols: protocols ?? undefined, ...(client === 'certificate' ? { key: IDENTITY.clientKey, cert: IDENTITY.clientCert } : {}),
      };
      if (trust === 'any') options.ca = undefined;
      if (isDuplex) {
        const { Duplex } = require('stream');
        const raw = net.connect(options.port, options.host);
        options.socket = new Duplex({
          read() { raw.resume(); },
          write(part, encoding, callback) { raw.write(part, callback); },
          final(callback) { raw.end(callback); },
          destroy(error, callback) { raw.destroy(); callback(error); },
        });
        raw.on('data', (part) => { if (!options.socket.push(part)) raw.pause(); });
        raw.on('end', () => options.socket.push(null));
        raw.on('error', (error) => options.socket.destroy(error));
      }
      const socket = tls.connect(options, () => {
        happened(`${name} connected`, insideClient, socket.authorized, `${socket.authorizationError}`, socket.getProtocol(),
                 socket.alpnProtocol, socket.isSessionReused(), socket.getCipher().name.length > 0);
      });
      watchSecure(`${name} client`, socket, insideClient);
      count(`${name} client`, socket, insideClient);
      socket.on('session', (made) => { session = made; });
      socket.on('close', () => {
        if (--left > 0) setTimeout(connect, 10);
        else setTimeout(() => server.close(), 10);
        if (left === 0) over();
      });
      const act = () => {
        chunks.forEach((length, index) => {
          socket.write(bytes(length), (error) => log(`${name} wrote ${index}`, failure(error)));
        });
        if (client === 'destroy') socket.destroy();
        else if (client === 'destroy later') setImmediate(() => socket.destroy());
        else if (client === 'renegotiate') socket.renegotiate({}, (error) => { log(`${name} renegotiated`, error?.code ?? null); socket.end(); });
        else if (client === 'half') socket.end();
        else socket.end('the last', () => happened(`${name} ended`, insideClient));
      };
      // A handshake anew tells 'secureConnect' anew.
      if (client === 'early' || client === 'destroy') act();
      else socket[actsAgain ? 'on' : 'once']('secureConnect', act);
    };
    server.listen(0, '127.0.0.1', connect);
  },
});
