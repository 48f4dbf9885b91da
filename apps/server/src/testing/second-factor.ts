import { Secret, TOTP } from 'otpauth';
import type { Db } from '../database/connection.ts';
import { encryptSecret } from '../features/second-factor/secret-cipher.ts';
import { TEST_KEY } from './app.ts';

/** What an authenticator app shows at a time; default: now. */
export function codeOf(secret: string, at = Date.now()): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
}

/** Gives a user a second factor, by default one that counts, and returns its secret. */
export async function aSecondFactor(
  db: Db,
  userId: number,
  { confirmed = true } = {},
): Promise<string> {
  const { base32 } = new Secret({ size: 20 });
  const row = {
    secret: encryptSecret(TEST_KEY, userId, base32),
    begun_at: new Date(),
    confirmed_at: confirmed ? new Date() : null,
    last_step: 0,
  };
  await db
    .insertInto('second_factors')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  return base32;
}
