import { setTimeout as sleep } from 'node:timers/promises';
import { inWords } from '../program/error-words.ts';
import type { MadeBackup } from './make-backup.ts';
import { BackupUnderWay } from './working-folder.ts';

/** As long as a large shop's backup takes. */
const LONGEST_WAIT_MS = 30 * 60_000;

/**
 * Sees to it that the schema of a database with data changes only after a backup. Where that fails the
 * upgrade is refused with words, unless the operator has said that there is another backup.
 */
export async function backUpBeforeUpgrade(
  pending: readonly string[],
  {
    make,
    without,
    tell,
  }: {
    make: () => Promise<MadeBackup>;
    /** UPGRADE_WITHOUT_BACKUP. */
    without: boolean;
    tell: (line: string) => void;
  },
): Promise<void> {
  const changes = `Esta versão do Balcão muda o banco de dados (${pending.join(', ')}).`;
  if (without) {
    tell(`${changes} Sem backup, como pede UPGRADE_WITHOUT_BACKUP.`);
    return;
  }
  tell(`${changes} Antes disso, um backup…`);
  try {
    const { file } = await unlessUnderWay(make);
    tell(`Backup feito e conferido: ${file}`);
  } catch (error) {
    throw new Error(
      `${changes} Antes disso é preciso um backup, e ele não foi possível: ${inWords(error)}\n` +
        'Nada foi mudado. Resolva isso, ou faça um backup de outro modo e inicie uma vez com UPGRADE_WITHOUT_BACKUP=1.',
      { cause: error },
    );
  }
}

/** Another server on the same database may be doing the same. */
async function unlessUnderWay(make: () => Promise<MadeBackup>): Promise<MadeBackup> {
  const deadline = Date.now() + LONGEST_WAIT_MS;
  for (;;) {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof BackupUnderWay) || Date.now() > deadline) throw error;
      await sleep(1_000);
    }
  }
}
