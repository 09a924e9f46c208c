// Four kilobytes sealed with AES-256-GCM and opened again.
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { repeat } from './repeat.mjs';

const key = Buffer.alloc(32, 'k');
const iv = Buffer.alloc(12, 'i');
const data = Buffer.alloc(4096, 'x');
await repeat(50_000, () => {
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const sealed = Buffer.concat([cipher.update(data), cipher.final()]);
  const decipher = createDecipheriv('aes-256-gcm', key, iv);
  decipher.setAuthTag(cipher.getAuthTag());
  decipher.update(sealed);
  decipher.final();
});
