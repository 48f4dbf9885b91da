import type { User } from '@balcao/contract/users.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db } from '../../database/connection.ts';
import { pageOf, sliceOf } from '../../database/listing.ts';
import { inTransaction, violates } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { dismissUser, replacePassword } from '../auth/auth.service.ts';
import { hashPassword, randomPassword } from '../auth/passwords.ts';
import {
  countActiveAdministrators,
  insertUser,
  lockUser,
  markUserDeleted,
  type UserFields,
  type UserRow,
  updateUser,
  usersPage,
} from './users.repository.ts';

type UserInput = Omit<User, 'id'>;

export async function listUsers(
  db: Db,
  query: { search?: string; page?: string; page_size?: string },
) {
  const slice = sliceOf(query);
  const { rows, count } = await usersPage(db, query.search, slice);
  return pageOf(rows.map(userOf), count, slice);
}

/** Makes the user with a provisional password, which is answered this once. Throws login_taken. */
export async function createUser(
  db: Db,
  actor: SignedIn,
  user: UserInput,
): Promise<User & { temporary_password: string }> {
  const temporaryPassword = randomPassword();
  const passwordHash = await hashPassword(temporaryPassword);
  const created = await whileLoginIsFree(() =>
    inTransaction(db, async (tx) => {
      const row = await insertUser(tx, {
        ...fieldsOf(user),
        passwordHash,
        mustChangePassword: true,
      });
      await recordAudit(tx, {
        actor,
        action: 'user.created',
        subjectId: row.id,
        after: userOf(row),
      });
      return userOf(row);
    }),
  );
  return { ...created, temporary_password: temporaryPassword };
}

/** Throws not_found, login_taken and last_administrator. */
export async function editUser(
  db: Db,
  actor: SignedIn,
  id: number,
  user: UserInput,
): Promise<User> {
  return whileLoginIsFree(() =>
    inTransaction(db, async (tx) => {
      const administrators = await countActiveAdministrators(tx);
      const before = await lockUser(tx, id);
      if (!before) throw new Refusal('not_found');
      const after = await updateUser(tx, id, fieldsOf(user));
      if (rules(before) && !rules(after)) refuseToLoseTheLast(administrators);
      if (before.active !== after.active || before.admin !== after.admin) {
        await dismissUser(tx, id, 'role or status changed');
      }
      await recordAudit(tx, {
        actor,
        action: 'user.edited',
        subjectId: id,
        before: userOf(before),
        after: userOf(after),
      });
      return userOf(after);
    }),
  );
}

/** Throws not_found and last_administrator. */
export async function deleteUser(db: Db, actor: SignedIn, id: number): Promise<void> {
  await inTransaction(db, async (tx) => {
    const administrators = await countActiveAdministrators(tx);
    const before = await lockUser(tx, id);
    if (!before) throw new Refusal('not_found');
    if (rules(before)) refuseToLoseTheLast(administrators);
    await markUserDeleted(tx, id, actor.id);
    await dismissUser(tx, id, 'user deleted');
    await recordAudit(tx, {
      actor,
      action: 'user.deleted',
      subjectId: id,
      before: userOf(before),
    });
  });
}

/** Gives the user a new provisional password and ends their sessions. Throws not_found. */
export async function resetPassword(db: Db, actor: SignedIn, id: number): Promise<string> {
  const temporaryPassword = randomPassword();
  const hash = await hashPassword(temporaryPassword);
  await inTransaction(db, async (tx) => {
    if (!(await lockUser(tx, id))) throw new Refusal('not_found');
    await replacePassword(tx, id, hash);
    await recordAudit(tx, { actor, action: 'password.reset', subjectId: id });
  });
  return temporaryPassword;
}

function rules(user: UserRow): boolean {
  return user.admin && user.active;
}

function refuseToLoseTheLast(administrators: number): void {
  if (administrators <= 1) throw new Refusal('last_administrator');
}

async function whileLoginIsFree<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violates(error, 'users_login')) throw new Refusal('login_taken', { field: 'email' });
    throw error;
  }
}

function userOf({ id, name, login, active, admin }: UserRow): User {
  return { id, name, email: login, active, admin };
}

function fieldsOf({ name, email, active, admin }: UserInput): UserFields {
  return { name: tidyText(name), login: tidyText(email), active, admin };
}
