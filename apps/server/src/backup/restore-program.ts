// npm run restore -- FILE
import path from 'node:path';
import { readConfig } from '../program/config.ts';
import { quoted, runProgram, say, terminalLog } from '../program/terminal.ts';
import { describeBackup, showProgress } from './progress.ts';
import { restoreBackup } from './restore-backup.ts';

await runProgram('Nada foi restaurado', async (signal) => {
  const config = readConfig(process.env, process.cwd());
  const [name, ...others] = process.argv.slice(2);
  if (!name || others.length > 0) {
    throw new Error('Diga qual backup: npm run restore -- data/backups/balcao-….backup');
  }
  // npm changes into the folder of package.json; INIT_CWD is the folder where it was called.
  const file = path.resolve(process.env.INIT_CWD ?? process.cwd(), name);
  const work = { log: terminalLog, onProgress: showProgress(), signal };
  const head = await restoreBackup({ ...config, ...work, file });
  say(`\nRestaurado em ${config.dataDir}: ${describeBackup(head)}`);
  say(`A loja abre com: DATA_DIR=${quoted(config.dataDir)} npm start`);
});
