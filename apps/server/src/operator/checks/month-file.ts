import { createHash } from 'node:crypto';
import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { codeInGroups, monthInWords } from '@balcao/domain/month/month.ts';
import type { Db } from '../../database/connection.ts';
import { lastSeal } from '../../features/audit/seals.repository.ts';
import { type MonthEvent, monthEvents } from '../../features/months/issued-files.repository.ts';

/** What a file is, in words and as an exit code; 1 and 2 are those of the audit itself. */
export type Judgement = { lines: string[]; exitCode: 0 | 3 | 4 };

/**
 * Whether a file was issued for a closed month, by an audit that has just been verified. Exit code 0: yes; 3: yes, and
 * the month was reopened since; 4: no. Throws in Portuguese if the event that would prove it has no seal yet.
 */
export async function judgeMonthFile(db: Db, content: Buffer): Promise<Judgement> {
  const hash = createHash('sha256').update(content).digest('hex');
  const events = await monthEvents(db);
  const issue = events.find((event) => hash === event.pdf_sha256 || hash === event.xlsx_sha256);
  if (!issue) {
    const line = 'NÃO É UM ARQUIVO EMITIDO: nenhum fechamento de mês desta loja tem este conteúdo.';
    return { lines: [line, `SHA-256: ${hash}`], exitCode: 4 };
  }
  const sealed = (await lastSeal(db))?.event_id ?? 0;
  if (issue.id > sealed) {
    throw new Error(
      'a linha da auditoria que o prova ainda não tem selo. Abra a loja por alguns segundos e repita.',
    );
  }
  const since = events.filter(({ id, month }) => id > issue.id && month === issue.month);
  return {
    lines: [...described(issue, hash), ...since.map(later)],
    exitCode: since.length > 0 ? 3 : 0,
  };
}

function described(issue: MonthEvent, hash: string): string[] {
  const format = hash === issue.pdf_sha256 ? 'PDF' : 'XLSX';
  return [
    `EMITIDO: é o ${format} do fechamento de ${monthInWords(issue.month)}, versão ${issue.version}, byte por byte.`,
    `Emitido em ${formatMoment(issue.at)} por ${issue.by}. Líquido: ${formatReais(issue.total_final ?? 0)}.`,
    `Código do papel: ${codeInGroups(issue.fingerprint ?? '')}`,
  ];
}

const later = ({ closes, at, by, version }: MonthEvent): string =>
  closes
    ? `SUBSTITUÍDO: o mês foi fechado de novo em ${formatMoment(at)} por ${by}, versão ${version}.`
    : `O mês foi reaberto em ${formatMoment(at)} por ${by}.`;
