import type { Page, PageQuery } from '@balcao/contract/fields/page.ts';
import type { User } from '@balcao/contract/users.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { changeUnlessTaken } from '../audit/audited-rows.ts';
import { endSessions } from '../auth/auth.service.ts';
import { replacePassword } from '../auth/change-password.ts';
import { hashPassword, randomPassword } from '../auth/passwords.ts';
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
export async function createUser(db: Db, actor: SignedIn, input: UserInput) {
  const temporary_password = randomPassword();
  const passwordHash = await hashPassword(temporary_password);
  return changeUnlessTaken(db, LOGIN_TAKEN, async (tx) => {
    const fields = { ...fieldsOf(input), passwordHash, mustChangePassword: true };
    const after = userOf(await insertUser(tx, fields));
    await recordAudit(tx, { actor, action: 'user.created', subjectId: after.id, after });
    return { ...after, temporary_password };
  });
}

/** Throws not_found, login_taken and last_administrator. */
export async function editUser(
  db: Db,
  actor: SignedIn,
  id: number,
  input: UserInput,
): Promise<User> {
  return changeUnlessTaken(db, LOGIN_TAKEN, async (tx) => {
    const administrators = await countActiveAdministrators(tx);
    const before = await lockedUser(tx, id);
    const after = userOf(await userRows.update(tx, id, fieldsOf(input)));
    if (isActiveAdministrator(before) && !isActiveAdministrator(after)) {
      refuseToLoseTheLast(administrators);
    }
    if (before.active !== after.active || before.admin !== after.admin) {
      await endSessions(tx, { userId: id }, 'role or status changed');
    }
    await recordAudit(tx, { actor, action: 'user.edited', subjectId: id, before, after });
    return after;
  });
}

/** Throws not_found and last_administrator. */
export async function deleteUser(db: Db, actor: SignedIn, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const administrators = await countActiveAdministrators(tx);
    const before = await lockedUser(tx, id);
    if (isActiveAdministrator(before)) refuseToLoseTheLast(administrators);
    await userRows.markDeleted(tx, id, actor.id);
    await endSessions(tx, { userId: id }, 'user deleted');
    await dropParkedSalesOf(tx, actor, id);
    await recordAudit(tx, { actor, action: 'user.deleted', subjectId: id, before });
  });
}

/** Returns the user's new provisional password and ends their sessions. Throws not_found. */
export async function resetPassword(db: Db, actor: SignedIn, id: number): Promise<string> {
  const temporaryPassword = randomPassword();
  const hash = await hashPassword(temporaryPassword);
  await inTransaction(db, async (tx) => {
    await lockedUser(tx, id);
    await replacePassword(tx, id, hash);
    await recordAudit(tx, { actor, action: 'password.reset', subjectId: id });
  });
  return temporaryPassword;
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
