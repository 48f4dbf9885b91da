import type { Log } from '../database/embedded/log.ts';
import type { BackupFacts } from './backup-facts.ts';
import type { OnProgress, Step } from './progress.ts';
import { inWords } from './trouble.ts';

const WORDS: Record<Step, string> = {
  copy: 'Copiando o banco',
  check: 'Conferindo o arquivo',
  unpack: 'Desempacotando e conferindo cada arquivo do banco',
  compare: 'Abrindo a cópia e comparando com a loja',
};
const TELL_EVERY_MS = 1_000;

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

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
export function describe(facts: BackupFacts): string {
  const when = new Date(facts.takenAt).toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo' });
  const total = (facts.totalCents / 100).toLocaleString('pt-BR', {
    style: 'currency',
    currency: 'BRL',
  });
  return `${when}, ${facts.sales.toLocaleString('pt-BR')} vendas, ${total}`;
}

/** What has to be known goes to the terminal; what is merely being done does not. */
export const terminalLog: Log = {
  info: () => {},
  warn: (message) => void process.stderr.write(`${message}\n`),
  error: (message) => void process.stderr.write(`${message}\n`),
};

/**
 * Runs a command to its end; `failed` begins the line that says why it did not get there. The first SIGINT
 * or SIGTERM breaks it off in order: nothing half done is left, and no scratch server.
 */
export async function runProgram(
  failed: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const breaking = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => breaking.abort(new Error('interrompido.')));
  }
  try {
    await work(breaking.signal);
  } catch (error) {
    process.exitCode = 1;
    const reason = breaking.signal.aborted ? breaking.signal.reason : error;
    process.stderr.write(`\n${failed}: ${inWords(reason)}\n`);
    // A mistake in the program has to say where.
    if (reason instanceof TypeError) process.stderr.write(`${reason.stack}\n`);
  }
}
