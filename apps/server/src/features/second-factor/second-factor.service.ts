import { createHash } from 'node:crypto';
import type { BegunSecondFactor, SecondFactor } from '@balcao/contract/accounts/second-factor.ts';
import { Secret, TOTP } from 'otpauth';
import type { Clock } from '../../database/clock.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { findSettings } from '../../database/settings-row.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import { type Actor, recordAudit } from '../audit/audit.service.ts';
import { AuditKeyTrouble } from '../audit/audit-key.ts';
import {
  confirmFactor,
  countRecoveryCodes,
  deleteFactor,
  findFactor,
  findHolders,
  insertPending,
  isPasswordNoted,
  lastKnownPassword,
  lockFactor,
  noteStep,
  takeRecoveryCode,
} from './second-factor.repository.ts';
import { type Codes, decryptSecret, encryptSecret, type ShopKey } from './secret-cipher.ts';

/** A user who began to set it up and went away begins again. */
const PENDING_MINUTES = 15;

export async function readSecondFactor(
  db: Db,
  { id, admin }: { id: number; admin: boolean },
): Promise<SecondFactor> {
  const factor = await findFactor(db, id);
  const known = await lastKnownPassword(db, id);
  return {
    since: factor?.confirmed_at?.toISOString() ?? null,
    recovery_codes: await countRecoveryCodes(db, id),
    required: admin && (await findSettings(db)).require_second_factor,
    ...(known && { password_known: { at: known.at.toISOString(), address: known.address } }),
  };
}

/** The ids of the users who have one. */
export async function secondFactorHolders(db: Db): Promise<ReadonlySet<number>> {
  return new Set(await findHolders(db));
}

/** Makes a secret, which counts once a code has confirmed it. Throws second_factor_on. */
export async function beginSecondFactor(
  db: Db,
  { id, login }: { id: number; login: string },
  { clock, shopKey }: Codes,
): Promise<BegunSecondFactor> {
  const secret = newSecret();
  const stored = encryptSecret(await shopKey(), id, secret);
  if (!(await insertPending(db, id, stored, clock))) throw new Refusal('second_factor_on');
  return { secret, uri: uriOf(secret, login) };
}

/**
 * Turns on the factor that was begun, given one of its codes, and returns the recovery codes, this once. Throws
 * wrong_code, second_factor_not_begun.
 */
export async function confirmSecondFactor(
  tx: Tx,
  userId: number,
  code: string,
  { clock, key }: { clock: Clock; key: Buffer },
): Promise<string[]> {
  const begun = await lockFactor(tx, userId, clock, PENDING_MINUTES);
  if (!begun || begun.confirmed_at || begun.stale) throw new Refusal('second_factor_not_begun');
  const secret = decryptSecret(key, userId, begun.secret);
  const step = secret && stepOf(secret, tidyCode(code), begun.seconds);
  if (!step) throw new Refusal('wrong_code', { field: 'code' });
  const codes = newRecoveryCodes();
  await confirmFactor(tx, { userId, step, codeHashes: codes.map(hashRecoveryCode) });
  return codes;
}

/**
 * The key for `takeCode`, before its transaction: to open it takes a connection of its own. Without its key a
 * shop still takes recovery codes, which need none; the sealing of the audit says that it is missing.
 */
export async function keyFor(typed: string, shopKey: ShopKey): Promise<Buffer | undefined> {
  if (!isAppCode(tidyCode(typed))) return undefined;
  return shopKey().catch((error) => {
    // A key that cannot be read at this moment makes no code wrong.
    if (error instanceof AuditKeyTrouble && error.cause === undefined) return undefined;
    throw error;
  });
}

/**
 * Whether this is a code of the user that was not used before. It is used up: with the transaction, and for
 * every server. A recovery code goes into the audit.
 */
export async function takeCode(
  tx: Tx,
  user: { id: number; name: string },
  typed: string,
  { clock, key }: { clock: Clock; key: Buffer | undefined },
): Promise<boolean> {
  const factor = await lockFactor(tx, user.id, clock, PENDING_MINUTES);
  if (!factor?.confirmed_at) return false;
  const code = tidyCode(typed);
  if (!isAppCode(code)) {
    const left = await takeRecoveryCode(tx, user.id, hashRecoveryCode(code));
    if (left === undefined) return false;
    await recordAudit(tx, user, 'second_factor.recovery_used', {
      subjectId: user.id,
      after: { codes_left: left },
    });
    return true;
  }
  const secret = key && decryptSecret(key, user.id, factor.secret);
  const step = secret && stepOf(secret, code, factor.seconds);
  if (!step || step <= factor.last_step) return false;
  await noteStep(tx, user.id, step);
  return true;
}

/** Takes a user's second factor away, and its recovery codes. Returns whether there was one. */
export function removeSecondFactor(
  db: Db,
  actor: Actor,
  userId: number,
  action: 'second_factor.turned_off' | 'second_factor.reset',
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const removed = await deleteFactor(tx, userId);
    if (removed) await recordAudit(tx, actor, action, { subjectId: userId });
    return removed;
  });
}

/**
 * Records that somebody knew the password of an account and gave no code, or a wrong one: who saw it typed, or its
 * owner, whose phone is still in the pocket. Once per address and hour, until a code has followed.
 */
export async function noteKnownPassword(
  tx: Tx,
  account: { id: number; name: string },
  address: string,
): Promise<void> {
  if (await isPasswordNoted(tx, account.id, address)) return;
  await recordAudit(tx, account, 'session.code_missing', {
    subjectId: account.id,
    after: { address },
  });
}

/** As every authenticator app has it (RFC 6238): SHA-1, six digits, 30 seconds. */
const STEP_SECONDS = 30;
/** Before and after the present one: clocks differ, and typing takes time. */
const STEPS_AROUND = 1;
const SECRET_BYTES = 20;
const RECOVERY_BYTES = 10;
const RECOVERY_CODES = 8;

/** In base32, as a person can type it. */
function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The content of the QR code. The app shows the product and the login. */
function uriOf(secret: string, login: string): string {
  return totpOf(secret, login).toString();
}

/** Whether a tidied code is one that an app may show, and not a recovery code. */
const isAppCode = (code: string): boolean => /^\d{6}$/.test(code);

/** The step of time, counted from 1970, that a code is for; undefined if it is for none near `seconds`. */
function stepOf(secret: string, code: string, seconds: number): number | undefined {
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
function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ size: RECOVERY_BYTES }).base32.replace(/(.{4})(?=.)/g, '$1-'),
  );
}

/** The typed code without spaces and hyphens, in capitals. */
function tidyCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase();
}

/** 80 random bits need no slow hash. */
function hashRecoveryCode(code: string): Buffer {
  return createHash('sha256').update(tidyCode(code)).digest();
}
