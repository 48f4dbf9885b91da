import { createHash } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

/** As every authenticator app has it (RFC 6238): SHA-1, six digits, 30 seconds. */
const STEP_SECONDS = 30;
/** Before and after the present one: clocks differ, and typing takes time. */
const STEPS_AROUND = 1;
const SECRET_BYTES = 20;
const RECOVERY_BYTES = 10;
const RECOVERY_CODES = 8;

/** In base32, as a person can type it. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The content of the QR code. The app shows the product and the login. */
export function uriOf(secret: string, login: string): string {
  return totpOf(secret, login).toString();
}

/** Whether a tidied code is one that an app may show, and not a recovery code. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);

/** The step of time, counted from 1970, that a code is for; undefined if it is for none near `seconds`. */
export function stepOf(secret: string, code: string, seconds: number): number | undefined {
  // The library compares bytes, and throws where six letters are more than six bytes.
  if (!isAppCode(code)) return undefined;
  const at = { token: code, timestamp: seconds * 1_000, window: STEPS_AROUND };
  const distance = totpOf(secret).validate(at);
  return distance === null ? undefined : Math.floor(seconds / STEP_SECONDS) + distance;
}

function totpOf(secret: string, label = ''): TOTP {
  return new TOTP({ issuer: 'Balcão', label, secret: Secret.fromBase32(secret) });
}

/** Random, in four groups of four letters and digits: XXXX-XXXX-XXXX-XXXX. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ size: RECOVERY_BYTES }).base32.replace(/(.{4})(?=.)/g, '$1-'),
  );
}

/** The typed code without spaces and hyphens, in capitals. */
export function tidyCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}

/** 80 random bits need no slow hash. */
export function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(tidyCode(code)).digest();
}
