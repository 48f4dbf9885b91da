import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const argon2id = promisify(
  (parameters: Argon2Parameters, done: (e: Error | null, key: Buffer) => void) =>
    argon2('argon2id', parameters, done),
);

/** 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19 * 1024;
const PASSES = 2;
const LANES = 1;
const KEY_BYTES = 32;

/** Each takes 19 MiB and a thread; a burst of sign-ins must not starve the counter's requests. */
const AT_ONCE = 4;
let running = 0;
/** By address, in the order of their turns. */
const waiting = new Map<string, (() => void)[]>();

/** Addresses take turns, so that a thousand guesses from one are a single turn to wait for the others. */
async function withSlot<T>(address: string, work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    await new Promise<void>((resolve) => {
      const before = waiting.get(address);
      if (before) before.push(resolve);
      else waiting.set(address, [resolve]);
    });
  } else running++;
  try {
    return await work();
  } finally {
    const [turn] = waiting;
    // The slot is handed over, not freed, so a newcomer cannot slip in between.
    if (turn) takeTurn(...turn);
    else running--;
  }
}

function takeTurn(address: string, [next, ...later]: (() => void)[]): void {
  waiting.delete(address);
  if (later.length > 0) waiting.set(address, later);
  next?.();
}

function derive(password: string, nonce: Buffer, address: string): Promise<Buffer> {
  return withSlot(address, () =>
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

/** The password's argon2id hash as PHC text, with a salt of its own. */
export async function hashPassword(password: string, address = ''): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, address);
  const text = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${text(salt)}$${text(key)}`;
}

/** What an unknown login is compared with, so that it takes as long as a known one. */
const NOBODY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/** Whether the password is the one that was hashed. A missing hash costs the same time and is false. */
export async function verifyPassword(
  password: string,
  hash: string | undefined,
  address = '',
): Promise<boolean> {
  const [salt = '', key = ''] = (hash ?? NOBODY).split('$').slice(4);
  const expected = Buffer.from(key, 'base64');
  const given = await derive(password, Buffer.from(salt, 'base64'), address);
  const equal = expected.length === given.length && timingSafeEqual(expected, given);
  return equal && hash !== undefined;
}

/** Readable aloud at a desk: no characters that look alike. 12 of 31 are 59 bits. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789';

export function randomPassword(): string {
  // Bytes past the last whole multiple of 31 would favour the first letters.
  const limit = 256 - (256 % READABLE.length);
  let password = '';
  while (password.length < 12) {
    const [byte = limit] = randomBytes(1);
    if (byte < limit) password += READABLE[byte % READABLE.length];
  }
  return password;
}

const MINIMUM_LENGTH = 8;

/** What everyone tries first, in the forms that reach eight characters. */
const NOTORIOUS = new Set(
  `12345678 123456789 1234567890 87654321 11111111 00000000 password password1 passw0rd senha123
  senha1234 12341234 qwertyui qwerty123 qwertyuiop asdfghjk 1q2w3e4r 1q2w3e4r5t abcd1234 abc12345
  brasil123 mudar123 trocar123 admin123 admin1234 administrador iloveyou futebol1 flamengo corinthians
  palmeiras saopaulo vendedor vendedor1 balcao123 escola123 faculdade colegio1 teste123 teste1234`.split(
    /\s+/,
  ),
);

/** Whether a new password is too easy for this login; `isOld` says whether it is the one in force. */
export function isWeakPassword(password: string, login: string, isOld: boolean): boolean {
  const plain = password.toLowerCase();
  const oneCharacter = new Set(plain).size === 1;
  const isLogin = plain === login.toLowerCase();
  return (
    password.length < MINIMUM_LENGTH || isOld || isLogin || oneCharacter || NOTORIOUS.has(plain)
  );
}
