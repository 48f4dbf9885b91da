import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Clock } from '../../database/clock.ts';

/** The shop's key outside the database: that of the audit. Opened with the first use. */
export type ShopKey = () => Promise<Buffer>;

/** The tools that check codes: the database's clock, and the key of the secrets. */
export type Codes = { clock: Clock; shopKey: ShopKey };

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key of its own, so that neither use says anything about the other. */
const cipherKey = (key: Buffer) =>
  Buffer.from(hkdfSync('sha256', key, '', 'balcao second factor', 32));

/** Bound to the user: the row of one is worth nothing in the place of another's. */
const boundTo = (userId: number) => Buffer.from(`second factor of ${userId}`);

export function encryptSecret(key: Buffer, userId: number, secret: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, cipherKey(key), nonce).setAAD(boundTo(userId));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Undefined if it was encrypted with another key or for another user. */
export function decryptSecret(key: Buffer, userId: number, stored: Buffer): string | undefined {
  const [nonce, rest] = [stored.subarray(0, NONCE_BYTES), stored.subarray(NONCE_BYTES)];
  const decipher = createDecipheriv(CIPHER, cipherKey(key), nonce, { authTagLength: TAG_BYTES })
    .setAAD(boundTo(userId))
    .setAuthTag(rest.subarray(0, TAG_BYTES));
  try {
    const text = decipher.update(rest.subarray(TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
