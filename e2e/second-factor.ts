import { Secret, TOTP } from 'otpauth';
import type { ApiUser } from './api.ts';

/** What an authenticator app shows now. */
export const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** Gives an administrator a second factor, and returns a recovery code of it. */
export async function turnOnSecondFactor(admin: ApiUser): Promise<string> {
  const { password } = admin;
  const { secret } = await admin.call('beginSecondFactor', { body: { password } });
  const body = { code: codeOf(secret) };
  const { recovery_codes } = await admin.call('confirmSecondFactor', { body });
  return recovery_codes[0] ?? '';
}
