import type { Db } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { hashPassword, isWeakPassword, randomPassword } from '../auth/passwords.ts';
import { hasUsers, insertUser, lockFirstStart } from './users.repository.ts';

export type FirstAdministrator = {
  login: string;
  /** Only when it was made up here: it is printed once and kept nowhere. */
  password: string | undefined;
};

/**
 * Makes the administrator of an empty database, who has to change a password that was made up here or
 * is easy to guess: refusing the latter would stop every later start too, where it is used for nothing.
 * Answers undefined where there have been users; of several servers that start at once, one does it.
 */
export async function makeFirstAdministrator(
  db: Db,
  options: { name?: string | undefined; login: string; password: string | undefined },
): Promise<FirstAdministrator | undefined> {
  return inTransaction(db, async (tx) => {
    await lockFirstStart(tx);
    if (await hasUsers(tx)) return undefined;
    const madeUp = options.password === undefined ? randomPassword() : undefined;
    const provisional =
      options.password === undefined || isWeakPassword(options.password, options.login, false);
    const user = await insertUser(tx, {
      name: options.name ?? 'Administrador',
      login: options.login,
      active: true,
      admin: true,
      passwordHash: await hashPassword(options.password ?? madeUp ?? ''),
      mustChangePassword: provisional,
    });
    await recordAudit(tx, {
      actor: null,
      action: 'user.created',
      subjectId: user.id,
      after: { ...user },
    });
    return { login: options.login, password: madeUp };
  });
}
