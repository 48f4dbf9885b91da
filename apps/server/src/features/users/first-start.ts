import type { Db } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { hashPassword, isWeakPassword, randomPassword } from '../auth/passwords.ts';
import { hasUsers, insertUser } from './users.repository.ts';

export type FirstAdministrator = {
  login: string;
  /** Only a generated password: it is printed once and stored nowhere. */
  password: string | undefined;
};

/**
 * Creates the administrator of an empty database; undefined if there has ever been a user. A weak password
 * becomes provisional. It is not refused, because that would stop later starts too, which ignore it.
 */
export async function makeFirstAdministrator(
  db: Db,
  options: { name?: string | undefined; login: string; password: string | undefined },
): Promise<FirstAdministrator | undefined> {
  const { name = 'Administrador', login, password } = options;
  return inTransaction(db, async (tx) => {
    if (await hasUsers(tx)) return undefined;
    const generated = password === undefined ? randomPassword() : undefined;
    const user = await insertUser(tx, {
      name,
      login,
      active: true,
      admin: true,
      passwordHash: await hashPassword(password ?? generated ?? ''),
      mustChangePassword: password === undefined || isWeakPassword(password, login, false),
    });
    const after = { ...user };
    await recordAudit(tx, null, 'user.created', { subjectId: user.id, after });
    return { login, password: generated };
  });
}
