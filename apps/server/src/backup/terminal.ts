import { SHOP_TIME_ZONE } from '@balcao/domain/business-day.ts';
import { say } from '../program/terminal.ts';
import type { BackupHead } from './backup-head.ts';
import type { OnProgress, Step } from './progress.ts';

const WORDS: Record<Step, string> = {
  copy: 'Copiando o banco',
  check: 'Conferindo o arquivo',
  load: 'Restaurando num banco novo',
  compare: 'Comparando cada linha e as somas',
};
const TELL_EVERY_MS = 1_000;

/** A line for each step, and one a second while it takes. */
export function showProgress(): OnProgress {
  let current: Step | undefined;
  let told = 0;
  return (step, done, of) => {
    const now = Date.now();
    if (step === current && now - told < TELL_EVERY_MS) return;
    const much = done && step === current ? ` ${megabytes(done)}` : '';
    const all = much && of && of >= (done ?? 0) ? ` de ${megabytes(of)}` : '';
    say(`${WORDS[step]}…${much}${all}`);
    current = step;
    told = now;
  };
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`;
}

/** What a backup holds, in one line. */
export function describe({ takenAt, books }: BackupHead): string {
  const when = new Date(takenAt).toLocaleString('pt-BR', { timeZone: SHOP_TIME_ZONE });
  const total = (books.totalCents / 100).toLocaleString('pt-BR', {
    style: 'currency',
    currency: 'BRL',
  });
  return `${when}, ${books.sales.toLocaleString('pt-BR')} vendas, ${total}`;
}
