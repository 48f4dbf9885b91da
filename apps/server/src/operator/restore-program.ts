// npm run restore -- FILE
import { stat } from 'node:fs/promises';
import { describeBackup, showProgress } from '../backup/progress.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { ownCommand } from '../program/own-command.ts';
import { pathFromCaller, quoted, runProgram, say, terminalLog } from '../program/terminal.ts';
import { findService } from './checks/service.ts';

await runProgram('Nada foi restaurado', async (config, signal) => {
  const [name, ...others] = process.argv.slice(2);
  if (!name || others.length > 0) {
    throw new Error(`Diga qual backup: ${ownCommand('restore', 'data/backups/balcao-….backup')}`);
  }
  const work = { log: terminalLog, onProgress: showProgress(), signal };
  const head = await restoreBackup({ ...config, ...work, file: pathFromCaller(name) });
  say(`\nRestaurado em ${config.dataDir}: ${describeBackup(head)}`);
  if (process.getuid?.() === 0) {
    const { uid, gid } = await stat(config.dataDir);
    const owner = uid === 0 ? 'USUÁRIO:' : `${uid}:${gid}`;
    say(
      `Os arquivos são do root. Se outro usuário abre a loja (o do serviço), antes: chown -R ${owner} ${quoted(config.dataDir)}`,
    );
  }
  const start = ownCommand('start');
  const service = await findService();
  say(
    service
      ? `O serviço abre a loja dele com: systemctl start ${service.name}. Para ver esta à mão: ${start}`
      : `A loja abre com: ${start}`,
  );
});
