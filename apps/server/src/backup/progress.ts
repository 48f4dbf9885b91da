import { SHOP_TIME_ZONE } from '@balcao/domain/dates/business-day.ts';
import { cents, formatCents } from '@balcao/domain/money.ts';
import type { Log } from '../program/log.ts';
import { say } from '../program/terminal.ts';
import type { BackupHead } from './backup-file.ts';

export type Step = 'copy' | 'check' | 'load' | 'compare';

/** Called as a backup or restore goes on; `done` and `of` are bytes. */
export type OnProgress = (step: Step, done?: number, of?: number) => void;

/** The tools of every step of a backup or restore. */
export type Work = { log: Log; onProgress: OnProgress; signal: AbortSignal };

const WORDS: Record<Step, string> = {
  copy: 'Copiando o banco',
  check: 'Conferindo o arquivo',
  load: 'Restaurando num banco novo',
  compare: 'Comparando cada linha e as somas',
};
const LINE_EVERY_MS = 1_000;

/** Prints a line at the start of each step, and at most one a second while it runs. */
export function showProgress(): OnProgress {
  let current: Step | undefined;
  let printedAt = 0;
  return (step, done = 0, of = 0) => {
    const now = Date.now();
    if (step === current && now - printedAt < LINE_EVERY_MS) return;
    const isUnderWay = done > 0 && step === current;
    const size = isUnderWay ? ` ${megabytes(done)}` : '';
    const whole = isUnderWay && of >= done ? ` de ${megabytes(of)}` : '';
    say(`${WORDS[step]}…${size}${whole}`);
    current = step;
    printedAt = now;
  };
}

export function megabytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`;
  return `${(bytes / 1_000_000).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`;
}

/** The contents of a backup in one line. */
export function describeBackup({ takenAt, books }: BackupHead): string {
  const when = new Date(takenAt).toLocaleString('pt-BR', { timeZone: SHOP_TIME_ZONE });
  const total = formatCents(cents(books.totalCents));
  const sales = books.sales === 1 ? '1 venda' : `${books.sales.toLocaleString('pt-BR')} vendas`;
  return `${when}, ${sales}, ${total}`;
}
