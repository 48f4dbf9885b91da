import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keepLog } from '../database/embedded/testing/shop-folder.ts';
import { temporaryFolder } from '../testing/app.ts';
import { inWorkingFolder } from './working-folder.ts';

test('a working folder that another shop’s user has left is said with the way out', async () => {
  const backupDir = await temporaryFolder();
  // Even root can't open that as a lock.
  await mkdir(path.join(backupDir, '.em-andamento/balcao.lock'), { recursive: true });
  await expect(inWorkingFolder(backupDir, keepLog().log, async () => {})).rejects.toThrow(
    `Se outra loja também faz os backups dela em ${backupDir}, dê a cada uma a sua pasta em BACKUP_DIR.`,
  );
});
