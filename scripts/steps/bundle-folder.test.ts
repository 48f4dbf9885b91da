import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../apps/server/src/testing/app.ts';
import { runProgram } from '../../apps/server/src/testing/program.ts';

const ACCOUNT = { uid: 65_534, gid: 65_534 };
const READ = `
import { readSettingsBeside } from './balcao/scripts/steps/bundle-folder.mjs';
try {
  readSettingsBeside();
  console.log(process.env.SETTINGS_NAMES, process.env.SETTINGS_FILE);
} catch ({ message, exitCode }) {
  console.log(message, exitCode);
}`;

test('settings that only root can read are said with what gives them away', async ({ skip }) => {
  if (process.getuid?.() !== 0) skip('only root can run as somebody else');
  const beside = await temporaryFolder();
  await chmod(beside, 0o755);
  await mkdir(path.join(beside, 'balcao/scripts'), { recursive: true });
  await cp(import.meta.dirname, path.join(beside, 'balcao/scripts/steps'), { recursive: true });
  await writeFile(path.join(beside, 'balcao/bundle.json'), '{}');
  const file = path.join(beside, 'read.mjs');
  await writeFile(file, READ);
  const settings = path.join(beside, 'balcao.env');
  await writeFile(settings, 'PORT=3000\n', { mode: 0o600 });
  const read = async () => {
    const program = runProgram(file, {}, { account: ACCOUNT });
    await program.ended();
    return program.printed() + program.troubles();
  };
  expect(await read()).toContain(
    `Sem permissão para ler ${settings}, a configuração da loja. Dê-a a nobody, como root: chgrp 65534 ${settings} && chmod 640 ${settings} 2`,
  );
  await chmod(settings, 0o644);
  expect(await read()).toBe(`PORT ${settings}\n`);
  // A line that sets nothing is named like a variable that nobody reads.
  await writeFile(settings, '# BACKUP_DIR /mnt/x\n\nPORT=3000\nBACKUP_DIR /mnt/x\nHOST: ::1, x\n');
  expect(await read()).toBe(`PORT,BACKUP_DIR /mnt/x,HOST: ::1  x ${settings}\n`);
  // As Notepad writes “UTF-8 with BOM”.
  await writeFile(settings, '\uFEFFDATA_DIR=/srv/loja\r\nPORT=3001\r\n');
  expect(await read()).toBe(`DATA_DIR,PORT ${settings}\n`);
});
