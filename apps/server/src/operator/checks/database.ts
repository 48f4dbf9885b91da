import type { Connection } from '../../database/connection.ts';
import { assertDurable } from '../../database/embedded/assert-durable.ts';
import { findBinaries } from '../../database/embedded/binaries.ts';
import { APPLICATION_ROLE } from '../../database/open/application-role.ts';
import { refuseUnsuitable } from '../../database/open/refuse-unsuitable-postgres.ts';
import { servingTrouble } from '../../database/open/serving-role.ts';
import { findOutdated } from '../../database/open/text-order.ts';
import { saleFromTheFuture } from '../../database/shop.ts';
import { ownCommand } from '../../program/own-command.ts';
import { words } from '../../start/announce.ts';
import { type DatabaseFacts, riskySettings } from './database.repository.ts';
import { attention, type Finding, ok, problem } from './finding.ts';
import type { OpenShop } from './shop.ts';

const WHAT = 'banco de dados';
const VERSION = 'versão do PostgreSQL';
const CLOCK = 'relógio';
const MOST_SECONDS_APART = 2;
/** One server's pool and a command, and some for a backup. */
const LEAST_CONNECTIONS = 50;

/** The settings that a start asserts, and what has happened to them since. */
export async function checkDatabase(
  { pool, db }: Connection,
  facts: DatabaseFacts,
  isEmbedded: boolean,
): Promise<Finding[]> {
  const found: Finding[] = [];
  try {
    await (isEmbedded ? assertDurable(pool) : refuseUnsuitable(pool));
  } catch (error) {
    const { message } = error as Error;
    found.push(problem(WHAT, message, 'Desfaça essa configuração no PostgreSQL.'));
  }
  const risky = await riskySettings(db);
  if (risky.length > 0) {
    const set = `há configurações que podem perder vendas: ${risky.join(', ')}.`;
    found.push(problem(WHAT, set, 'Desfaça-as com ALTER ROLE … RESET ou ALTER DATABASE … RESET.'));
  }
  if (facts.badPages > 0) {
    found.push(
      problem(
        WHAT,
        `dados corrompidos no disco (${facts.badPages} páginas).`,
        `Faça um backup agora, em outro disco (${ownCommand('backup')}), e troque este disco.`,
      ),
    );
  }
  if (!facts.checksums) {
    const off =
      'as somas de verificação (data checksums) estão desligadas: um disco ruim não seria notado.';
    found.push(attention(WHAT, off, 'Ligue-as com pg_checksums, com o PostgreSQL parado.'));
  }
  if (!isEmbedded && facts.connections < LEAST_CONNECTIONS) {
    const few = `o PostgreSQL aceita só ${facts.connections} conexões.`;
    found.push(attention(WHAT, few, `Aumente max_connections para 100.`));
  }
  return found.length > 0
    ? found
    : [ok(WHAT, 'as configurações que guardam as vendas estão ligadas.')];
}

/** What waits for a start of an open shop, or for one of its administrators. */
export async function checkOpenDatabase(
  { pool, db }: Connection,
  { hasRole, keptSales }: DatabaseFacts,
  { open, restart }: { open: OpenShop | undefined; restart: string },
): Promise<Finding[]> {
  const found: Finding[] = [];
  const trouble = await servingTrouble(db);
  if (trouble) found.push(problem(WHAT, trouble, `Depois: ${restart}`));
  else if (open && open.status !== 200 && !hasRole) {
    const missing = `falta o papel ${APPLICATION_ROLE}, com que a loja aberta usa o banco; um início o faz de novo.`;
    found.push(problem(WHAT, missing, restart));
  }
  const outdated = await findOutdated(pool);
  if (outdated.length > 0) {
    const words =
      'a ordem dos textos (ICU) é de outra versão que a dos índices, e buscas por nome podem deixar alguém de fora; um início os refaz.';
    const notes = outdated.map(({ note }) => note).join('; ');
    const todo = `${restart} (se isso volta, um superusuário roda depois, neste banco: ${notes};)`;
    found.push(problem(WHAT, words, todo));
  }
  if (keptSales > 0) {
    const waiting = keptSales === 1 ? '1 espera' : `${keptSales} esperam`;
    const todo = 'Um administrador as vê em Vendas guardadas.';
    found.push(attention('vendas guardadas', `${waiting} por um administrador.`, todo));
  }
  return found;
}

/** Whether the running server is as new as the one that this version of Balcão brings. */
export async function checkVersion(running: string, isEmbedded: boolean): Promise<Finding> {
  const shipped = await findBinaries().then(
    ({ version }) => version,
    () => undefined,
  );
  const [major, minor] = running.split('.').map(Number);
  const [ourMajor, ourMinor] = (shipped ?? '').split('.').map(Number);
  if (major === ourMajor && minor !== undefined && ourMinor !== undefined && minor < ourMinor) {
    const todo = isEmbedded
      ? 'Reinicie o Balcão: o que está aberto ainda é o de antes.'
      : `Atualize o PostgreSQL de DATABASE_URL para ${major}.${ourMinor} ou mais novo.`;
    return attention(VERSION, `${running}; esta versão do Balcão vem com o ${shipped}.`, todo);
  }
  if (isEmbedded && major !== ourMajor) {
    const older = `${running}; esta versão do Balcão vem com o ${shipped}.`;
    return attention(VERSION, older, 'Reinicie o Balcão, que passa os dados para o novo.');
  }
  return ok(VERSION, `${running}.`);
}

/** The database's clock dates the sales: beside this machine's, and after the newest sale. */
export async function checkClock({ db }: Connection, facts: DatabaseFacts): Promise<Finding> {
  const apart = Math.abs(Date.now() - facts.now.getTime()) / 1000;
  const future = await saleFromTheFuture(db);
  const todo = 'Acerte a data e a hora (timedatectl set-ntp true).';
  if (future) return problem(CLOCK, words.clockBehind(future), todo);
  if (apart > MOST_SECONDS_APART) {
    const seconds = Math.round(apart).toLocaleString('pt-BR');
    return attention(CLOCK, `o do banco e o desta máquina diferem em ${seconds} s.`, todo);
  }
  return ok(CLOCK, 'o do banco é o desta máquina, e nenhuma venda está à frente dele.');
}
