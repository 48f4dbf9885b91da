// npm run user -- list | create LOGIN NAME [--admin] | reset-password | reset-second-factor | unlock | disable LOGIN
import { parseArgs } from 'node:util';
import { type User, userEndpoints } from '@balcao/contract/accounts/users.ts';
import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import { refusals } from '@balcao/contract/refusal.ts';
import { Value } from 'typebox/value';
import type { Db } from '../database/connection.ts';
import {
  removeSecondFactor,
  secondFactorHolders,
} from '../features/second-factor/second-factor.service.ts';
import {
  createUser,
  disableUser,
  findUser,
  listUsers,
  resetPassword,
  unlockUser,
} from '../features/users/users.service.ts';
import { ownCommand } from '../program/own-command.ts';
import { runProgram, say, terminalLog } from '../program/terminal.ts';
import { Refusal } from '../request/refusal.ts';
import { openForOperator } from './open-for-operator.ts';

const user = (args: string) => ownCommand('user', args);
const USAGE = `Diga o que fazer e com qual usuário:
  ${user('list')}                            todos os usuários
  ${user('create LOGIN "NOME" [--admin]')}   cria um vendedor, ou um administrador
  ${user('reset-password LOGIN')}            uma nova senha provisória
  ${user('reset-second-factor LOGIN')}       entra só com a senha, até ligar outro
  ${user('unlock LOGIN')}                    acaba com as esperas depois de senhas erradas
  ${user('disable LOGIN')}                   não entra mais, e sai de onde está
As senhas são sorteadas e aparecem só uma vez; nenhuma se escreve no comando.`;

/** Nobody is signed in; the audit says that it was the operator. */
const OPERATOR = null;

type Given = { login: string; name: string; admin: boolean };
type Command = { takes: number; run: (db: Db, given: Given) => Promise<void> };

const commands: Readonly<Record<string, Command>> = {
  list: { takes: 0, run: list },
  create: { takes: 2, run: create },
  'reset-password': { takes: 1, run: reset },
  'reset-second-factor': { takes: 1, run: resetFactor },
  unlock: { takes: 1, run: unlock },
  disable: { takes: 1, run: disable },
};

await runProgram('Nada foi feito', async (config) => {
  const { command, given } = readArguments(process.argv.slice(2));
  await using shop = await openForOperator(config, terminalLog);
  try {
    await command.run(shop.db, given);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const isUnknown = error.code === 'not_found';
    throw new Error(
      isUnknown
        ? `Não há usuário com este login. Todos: ${user('list')}`
        : refusals[error.code].detail,
    );
  }
});

function readArguments(args: string[]): { command: Command; given: Given } {
  const parsed = parsedOrNothing(args);
  const [verb = '', login = '', name = ''] = parsed?.positionals ?? [];
  const command = Object.hasOwn(commands, verb) ? commands[verb] : undefined;
  const admin = parsed?.values.admin === true;
  const isComplete = parsed?.positionals.length === (command?.takes ?? 0) + 1;
  if (!command || !isComplete || (admin && verb !== 'create')) throw new Error(USAGE);
  return { command, given: { login, name, admin } };
}

function parsedOrNothing(args: string[]) {
  try {
    return parseArgs({ args, options: { admin: { type: 'boolean' } }, allowPositionals: true });
  } catch {
    return undefined;
  }
}

async function list(db: Db): Promise<void> {
  const holders = await secondFactorHolders(db);
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { results, total_pages } = await listUsers(db, { page: `${page}`, page_size: '1000' });
    pages = total_pages;
    for (const { id, name, email, active, admin } of results) {
      const marks = [holders.has(id) && 'segundo fator', !active && 'desativado'];
      say([email, name, roleOf(admin), ...marks.filter((mark) => mark !== false)].join('  ·  '));
    }
  }
}

async function create(db: Db, { login, name, admin }: Given): Promise<void> {
  const input = { name, email: login, active: true, admin };
  if (!Value.Check(userEndpoints.createUser.body, input)) {
    throw new Error(
      `Login e nome não podem ser vazios, nem passar de ${MAX_LENGTH.login} e ${MAX_LENGTH.userName} caracteres, nem ter caracteres que não aparecem na tela.`,
    );
  }
  const { temporary_password, ...user } = await createUser(db, OPERATOR, input);
  say(`Feito: ${described(user)}.`);
  sayPassword(temporary_password);
}

async function reset(db: Db, { login }: Given): Promise<void> {
  const user = await findUser(db, login);
  const password = await resetPassword(db, OPERATOR, user.id);
  say(`Feito: ${described(user)} tem outra senha, e saiu de onde estava.`);
  sayPassword(password);
  if (!user.active) say('Está desativado: só entra quando um administrador o ativar em Usuários.');
}

async function resetFactor(db: Db, { login }: Given): Promise<void> {
  const user = await findUser(db, login);
  const had = await removeSecondFactor(db, OPERATOR, user.id, 'second_factor.reset');
  say(
    had
      ? `Feito: ${described(user)} entra só com a senha, até ligar outro segundo fator em Perfil.`
      : `Já estava sem segundo fator: ${described(user)}.`,
  );
}

async function unlock(db: Db, { login }: Given): Promise<void> {
  const user = await findUser(db, login);
  const counts = await unlockUser(db, OPERATOR, user.id);
  say(
    counts > 0
      ? `Feito: as tentativas erradas de ${described(user)} foram esquecidas.`
      : `Não havia tentativas erradas de ${described(user)}.`,
  );
}

async function disable(db: Db, { login }: Given): Promise<void> {
  const user = await findUser(db, login);
  if (!user.active) return say(`Já estava desativado: ${described(user)}.`);
  await disableUser(db, OPERATOR, user.id);
  say(`Feito: ${described(user)} não entra mais, e saiu de onde estava.`);
}

function roleOf(admin: boolean): string {
  return admin ? 'administrador' : 'vendedor';
}

function described({ email, name, admin }: Omit<User, 'id'>): string {
  return `${email} (${name}, ${roleOf(admin)})`;
}

function sayPassword(password: string): void {
  say(`  senha provisória (só aparece agora, vale por 24 horas): ${password}`);
}
