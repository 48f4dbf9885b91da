import { sql } from 'kysely';
import type { Connection, Db, Tx } from '../connection.ts';
import { APPLICATION_ROLE, grantApplicationRole } from './application-role.ts';

/** `role`: what the serving connections become; none when they are it already, or can't. */
export type Serving = { role?: string; warning?: string };

const INSUFFICIENT_PRIVILEGE = '42501';
const READ_ONLY = '25006';

/**
 * Prepares the serving role on the PostgreSQL of DATABASE_URL, whose user owns the tables. The user becomes a
 * member of the role, and the serving connections take it on. Without the right to make it, the warning says, in
 * Portuguese, what to do.
 */
export async function prepareServingRole({ db }: Connection): Promise<Serving> {
  const { rows } = await sql<{ user: string }>`SELECT current_user::text AS user`.execute(db);
  const user = rows[0]?.user ?? '';
  if (user === APPLICATION_ROLE) return {};
  try {
    // In one transaction: servers that sell on this database keep their rights all the while.
    await db.transaction().execute(makeRole);
    return { role: APPLICATION_ROLE };
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (![INSUFFICIENT_PRIVILEGE, READ_ONLY].includes(code)) throw error;
    const member = await isMember(db);
    // A standby has the role of its primary, and may become one itself.
    if (code === READ_ONLY && member) return { role: APPLICATION_ROLE };
    return { warning: cannotServe(user, member !== undefined) };
  }
}

async function makeRole(tx: Tx): Promise<void> {
  // Several servers may start at once.
  await sql`SELECT pg_advisory_xact_lock(hashtext(${APPLICATION_ROLE}))`.execute(tx);
  const role = sql.id(APPLICATION_ROLE);
  const member = await isMember(tx);
  if (member === undefined) await sql`CREATE ROLE ${role} NOLOGIN`.execute(tx);
  // From PostgreSQL 16 on the maker of a role is its member, without the right to become it.
  if (!member) await sql`GRANT ${role} TO CURRENT_USER`.execute(tx);
  await grantApplicationRole(tx, APPLICATION_ROLE);
  await sql`SET LOCAL ROLE ${role}`.execute(tx);
}

/** Undefined without the role. */
async function isMember(db: Db): Promise<boolean | undefined> {
  const { rows } = await sql<{ member: boolean }>`
    SELECT pg_has_role(current_user, oid, 'MEMBER') AS member
    FROM pg_roles WHERE rolname = ${APPLICATION_ROLE}`.execute(db);
  return rows[0]?.member;
}

/** Why the user can't serve with that role, nor make it; undefined when a start sees to it. */
export async function servingTrouble(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ user: string; may: boolean }>`
    SELECT rolname::text AS user, rolsuper OR rolcreaterole AS may
    FROM pg_roles WHERE rolname = current_user`.execute(db);
  const { user = '', may = false } = rows[0] ?? {};
  const member = await isMember(db);
  if (may || user === APPLICATION_ROLE || member) return undefined;
  return cannotServe(user, member !== undefined);
}

/** Whether the connections of this pool really have that role. */
export async function isServedBy({ db }: Connection, role: string): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    SELECT current_user = ${role} AS same`.execute(db);
  return rows[0]?.same === true;
}

const ALL_RIGHTS =
  'O servidor trabalha com todos os direitos desse usuário, também o de mudar vendas e a auditoria.';

function cannotServe(user: string, hasRole: boolean): string {
  const make = hasRole ? '' : `CREATE ROLE ${APPLICATION_ROLE} NOLOGIN; `;
  return `o usuário ${user} de DATABASE_URL não pode preparar o papel ${APPLICATION_ROLE}. ${ALL_RIGHTS} Um superusuário do banco resolve: ${make}GRANT ${APPLICATION_ROLE} TO ${user};`;
}

export const optionsInTheWay = `options= em DATABASE_URL impede o papel ${APPLICATION_ROLE}. ${ALL_RIGHTS}`;
