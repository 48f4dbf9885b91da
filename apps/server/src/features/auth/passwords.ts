import {
  type Argon2Parameters,
  argon2,
  randomBytes,
  randomInt,
  timingSafeEqual,
} from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

const argon2id = promisify(
  (parameters: Argon2Parameters, done: (e: Error | null, key: Buffer) => void) =>
    argon2('argon2id', parameters, done),
);

const MEMORY_KIB = 19 * 1024;
const PASSES = 2;
const LANES = 1;
const KEY_BYTES = 32;
const PHC = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}`;

/** Each derivation takes 19 MiB and a core, of which a burst of sign-ins leaves one to the counters. */
export const MOST_AT_ONCE = Math.min(4, Math.max(1, availableParallelism() - 1));
let running = 0;
const waiting: (() => void)[] = [];

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running < MOST_AT_ONCE) running++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    // Hands the slot over without freeing it, so that a newcomer cannot take it first.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

function derive(password: string, nonce: Buffer): Promise<Buffer> {
  return withSlot(() =>
    argon2id({
      message: Buffer.from(password.normalize('NFC')),
      nonce,
      parallelism: LANES,
      tagLength: KEY_BYTES,
      memory: MEMORY_KIB,
      passes: PASSES,
    }),
  );
}

/** The password's argon2id hash in PHC format, with its own salt. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt);
  const [saltText, keyText] = [salt, key].map((b) => b.toString('base64').replace(/=+$/, ''));
  return `${PHC}$${saltText}$${keyText}`;
}

/** An unknown login is verified against this hash, so that it takes as long as a known one. */
const HASH_OF_NOBODY = `${PHC}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Whether the password has this hash. A missing hash takes the same time and returns false. */
export async function verifyPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [salt = '', key = ''] = (hash ?? HASH_OF_NOBODY).split('$').slice(4);
  const expected = Buffer.from(key, 'base64');
  const given = await derive(password, Buffer.from(salt, 'base64'));
  const equal = expected.length === given.length && timingSafeEqual(expected, given);
  return equal && hash !== undefined;
}

/** Without characters that look alike, so that a password can be read aloud. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789';

/** 12 of 31 characters: 59 bits. */
export function randomPassword(): string {
  return Array.from({ length: 12 }, () => READABLE[randomInt(READABLE.length)]).join('');
}

const MINIMUM_LENGTH = 8;

/** The most common guesses that have at least eight characters. */
const NOTORIOUS = new Set(
  `12345678 123456789 1234567890 87654321 11111111 00000000 password password1 passw0rd senha123
  senha1234 12341234 qwertyui qwerty123 qwertyuiop asdfghjk 1q2w3e4r 1q2w3e4r5t abcd1234 abc12345
  brasil123 mudar123 trocar123 admin123 admin1234 administrador iloveyou futebol1 flamengo corinthians
  palmeiras saopaulo vendedor vendedor1 balcao123 escola123 faculdade colegio1 teste123 teste1234`.split(
    /\s+/,
  ),
);

/** Whether a new password is too easy for this login. `isOld` says that it is the current password. */
export function isWeakPassword(password: string, login: string, isOld: boolean): boolean {
  const plain = password.toLowerCase();
  const oneCharacter = new Set(plain).size === 1;
  const isLogin = plain === login.toLowerCase();
  return (
    password.length < MINIMUM_LENGTH || isOld || isLogin || oneCharacter || NOTORIOUS.has(plain)
  );
}
