import type { User } from '@balcao/contract/accounts/users.ts';
import type { Page, PageQuery } from '@balcao/contract/fields/page.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import { edited } from '../../request/shown-row.ts';
import { type Actor, recordAudit } from '../audit/audit.service.ts';
import { changeUnlessTaken } from '../audit/audited-rows.ts';
import { endSessions, findAccount } from '../auth/auth.service.ts';
import { replacePassword } from '../auth/change-password.ts';
import { hashPassword, randomPassword } from '../auth/passwords.ts';
import { signedInChanged } from '../auth/signed-in-changes.ts';
import { clearAccount } from '../auth/throttle.ts';
import { dropParkedSalesOf } from '../parked-sales/parked-sales.service.ts';
import {
  countActiveAdministrators,
  insertUser,
  type UserFields,
  type UserRow,
  userRows,
} from './users.repository.ts';

type UserInput = Omit<User, 'id'>;

const LOGIN_TAKEN = { index: 'users_login', code: 'login_taken', field: 'email' } as const;

export function listUsers(db: Db, query: PageQuery): Promise<Page<User>> {
  return userRows.page(db, query, userOf);
}

/** Creates a user and returns the provisional password, this once. Throws login_taken. */
export async function createUser(db: Db, actor: Actor, input: UserInput) {
  const temporary_password = randomPassword();
  const passwordHash = await hashPassword(temporary_password);
  return changeUnlessTaken(db, LOGIN_TAKEN, async (tx) => {
    const fields = { ...fieldsOf(input), passwordHash, mustChangePassword: true };
    const after = userOf(await insertUser(tx, fields));
    // A first start makes a user without an author too.
    const recorded = actor ? after : { ...after, operator: true };
    await recordAudit(tx, actor, 'user.created', { subjectId: after.id, after: recorded });
    return { ...after, temporary_password };
  });
}

/**
 * `seen`: what the form was shown of the user. Throws not_found, login_taken, last_administrator and what
 * `edited` throws.
 */
export function editUser(
  db: Db,
  actor: Actor,
  id: number,
  input: UserInput,
  seen: string | undefined,
): Promise<User> {
  return changeUser(db, actor, id, (before) => edited<UserInput>(before, input, seen));
}

/** The same for the active flag alone. Throws not_found and last_administrator. */
export function disableUser(db: Db, actor: Actor, id: number): Promise<User> {
  return changeUser(db, actor, id, (before) => ({ ...before, active: false }));
}

function changeUser(db: Db, actor: Actor, id: number, changed: (before: User) => UserInput) {
  return changeUnlessTaken(db, LOGIN_TAKEN, async (tx) => {
    const administrators = await countActiveAdministrators(tx);
    const before = await lockedUser(tx, id);
    const after = userOf(await userRows.update(tx, id, fieldsOf(changed(before))));
    if (isActiveAdministrator(before) && !isActiveAdministrator(after)) {
      refuseToLoseTheLast(administrators);
    }
    if (before.active !== after.active || before.admin !== after.admin) {
      await endSessions(tx, { userId: id }, 'role or status changed');
    }
    // The name goes into the records.
    signedInChanged(tx);
    await recordAudit(tx, actor, 'user.edited', { subjectId: id, before, after });
    return after;
  });
}

/** Throws not_found and last_administrator. */
export async function deleteUser(db: Db, actor: NonNullable<Actor>, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const administrators = await countActiveAdministrators(tx);
    const before = await lockedUser(tx, id);
    if (isActiveAdministrator(before)) refuseToLoseTheLast(administrators);
    await userRows.markDeleted(tx, [id], actor.id);
    await endSessions(tx, { userId: id }, 'user deleted');
    await dropParkedSalesOf(tx, actor, id);
    await recordAudit(tx, actor, 'user.deleted', { subjectId: id, before });
  });
}

/** Returns the user's new provisional password and ends their sessions. Throws not_found. */
export async function resetPassword(db: Db, actor: Actor, id: number): Promise<string> {
  const temporaryPassword = randomPassword();
  const hash = await hashPassword(temporaryPassword);
  await inTransaction(db, async (tx) => {
    await lockedUser(tx, id);
    await replacePassword(tx, id, hash);
    await recordAudit(tx, actor, 'password.reset', { subjectId: id });
  });
  return temporaryPassword;
}

/**
 * Lets a user sign in without the waits after failed attempts; returns how many counts there were. Throws
 * not_found.
 */
export function unlockUser(db: Db, actor: Actor, id: number): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { email: login } = await lockedUser(tx, id);
    const counts = await clearAccount(tx, { id, login });
    await recordAudit(tx, actor, 'user.unlocked', { subjectId: id });
    return counts;
  });
}

/** The user of a login as somebody types it. Throws not_found. */
export async function findUser(db: Db, login: string): Promise<User> {
  const account = await findAccount(db, tidyText(login));
  if (!account) throw new Refusal('not_found');
  const { id, name, admin, active } = account;
  return { id, name, email: account.login, active, admin };
}

async function lockedUser(tx: Tx, id: number): Promise<User> {
  const row = await userRows.lock(tx, id);
  if (!row) throw new Refusal('not_found');
  return userOf(row);
}

function isActiveAdministrator({ admin, active }: User): boolean {
  return admin && active;
}

function refuseToLoseTheLast(administrators: number): void {
  if (administrators <= 1) throw new Refusal('last_administrator');
}

function userOf({ login, ...user }: UserRow): User {
  return { ...user, email: login };
}

function fieldsOf({ name, email, active, admin }: UserInput): UserFields {
  return { name: tidyText(name), login: tidyText(email), active, admin };
}
