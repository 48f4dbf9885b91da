import { once } from 'node:events';
import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import type { Db } from '../../database/connection.ts';
import { readHead } from '../../features/audit/audit-head.ts';
import { AuditKeyTrouble, openAuditKey } from '../../features/audit/audit-key.ts';
import { waitingSince } from '../../features/audit/seals.repository.ts';
import {
  type AuditFindings,
  type AuditTrouble,
  verifyAudit,
} from '../../features/audit/verify-audit.ts';
import type { Config } from '../../program/config.ts';
import { inWords } from '../../program/error-words.ts';
import { ownCommand } from '../../program/own-command.ts';
import { attention, type Finding, ok, problem } from './finding.ts';

const MOST_TROUBLES = 20;
/** What to do about rows that the open shop does not seal. */
export const WHY_WAITING =
  'O motivo está em balcao.log: em geral a loja não lê a chave, ou tem outra (docs/manual/informatica.md, “Perdi audit.key ou audit.head”).';

const KEY_BACK =
  'Traga a chave de um backup, com as três linhas de docs/manual/informatica.md, “Perdi audit.key ou audit.head”; se ela está ali e não se lê, dê o arquivo ao dono da pasta de dados.';

/**
 * Computes the chain of the audit again. `waits`: the shop is open, and has not sealed some rows for minutes. Throws in
 * Portuguese when it can't be, or on an abort.
 */
export async function examineAudit(
  db: Db,
  config: Config,
  isOpen: boolean,
  signal: AbortSignal,
): Promise<{ lines: string[]; violated: boolean; waits: boolean }> {
  // `hasSeals` keeps it from creating a missing key: a new one would fit no seal.
  const key = await openAuditKey({ ...config, configured: config.auditKey, hasSeals: true });
  const head = await readHead(config.dataDir);
  signal.throwIfAborted();
  const interrupted = once(signal, 'abort').then(() => Promise.reject(signal.reason));
  const findings = await Promise.race([verifyAudit(db, key, head), interrupted]);
  const isHeadLost = head === undefined && findings.sealed > 0;
  const violated = findings.troubles.length > 0 || isHeadLost;
  const waiting = isOpen && findings.unsealed > 0 ? await waitingSince(db) : null;
  const lines = [describeCounts(findings, waiting), ...describeFindings(findings, isHeadLost)];
  return { lines, violated, waits: waiting !== null };
}

export async function checkAudit(
  db: Db,
  config: Config,
  isOpen: boolean,
  signal: AbortSignal,
): Promise<Finding> {
  const todo = `Guarde a pasta de dados e os backups como estão, e veja todas as linhas: ${ownCommand('audit:verify')}`;
  try {
    const { lines, violated, waits } = await examineAudit(db, config, isOpen, signal);
    if (violated) return problem('auditoria', lines.slice(1, 3).join(' '), todo);
    const words = lines.join(' ');
    return waits ? attention('auditoria', words, WHY_WAITING) : ok('auditoria', words);
  } catch (error) {
    signal.throwIfAborted();
    const isKeyLost = error instanceof AuditKeyTrouble;
    return problem('auditoria', inWords(error), isKeyLost ? KEY_BACK : todo);
  }
}

function describeCounts({ sealed, unsealed }: AuditFindings, waiting: Date | null): string {
  const counts = `Linhas seladas: ${number(sealed)}. Ainda sem selo: ${number(unsealed)}`;
  if (unsealed === 0) return `${counts}.`;
  return waiting
    ? `${counts}, desde ${formatMoment(waiting)}: a loja aberta não as sela.`
    : `${counts} (são seladas em segundos enquanto a loja está aberta).`;
}

function describeFindings(findings: AuditFindings, isHeadLost: boolean): string[] {
  const { otherKey, troubles } = findings;
  const [first, ...others] = troubles;
  const lines: string[] = [];
  if (isHeadLost) {
    lines.push(
      'FALTA audit.head nesta pasta: alguém o removeu, ou (com DATABASE_URL) a loja nunca foi aberta com ela. Um corte no fim da auditoria não seria notado. Recupere-o de um backup: docs/manual/informatica.md, “Perdi audit.key ou audit.head”.',
    );
  }
  if (otherKey) {
    lines.push('Há selos de outra chave: confira se AUDIT_KEY ou audit.key são os desta loja.');
  }
  if (!first) return [...lines, 'Nenhuma linha selada foi tocada.'];
  lines.push(`VIOLADA: ${describeTrouble(first)}.`);
  if (others.length > 0) lines.push(`Depois dela, outras ${number(others.length)}:`);
  lines.push(...others.slice(0, MOST_TROUBLES).map((trouble) => `  ${describeTrouble(trouble)}`));
  if (others.length > MOST_TROUBLES) {
    lines.push(`  … e mais ${number(others.length - MOST_TROUBLES)}.`);
  }
  return lines;
}

function describeTrouble({ what, eventId }: AuditTrouble): string {
  const row = `linha ${eventId}`;
  const words: Record<typeof what, string> = {
    changed: `a ${row} (ou o selo dela) foi alterada`,
    missing: `falta a ${row}: foi selada e não está mais na tabela`,
    inserted: `a ${row} foi inserida depois, entre linhas já seladas`,
    'seal-missing': `falta o selo da ${row}`,
    'both-missing': `faltam linhas, com os selos delas, antes da ${row}`,
    cut: `o fim da auditoria foi cortado ou refeito, a partir da ${row}`,
  };
  return words[what];
}

function number(value: number): string {
  return value.toLocaleString('pt-BR');
}
