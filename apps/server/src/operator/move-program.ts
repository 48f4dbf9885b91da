// npm run move -- out | back

import { moveBack, moveOut } from '../backup/move-shop.ts';
import { describeBackup, showProgress } from '../backup/progress.ts';
import { ownCommand } from '../program/own-command.ts';
import { quoted, runProgram, say, terminalLog } from '../program/terminal.ts';

const USAGE = `Com a loja fechada e DATABASE_URL dizendo qual é o outro PostgreSQL:
  DATABASE_URL=postgres://… ${ownCommand('move', 'out')}    do PostgreSQL embutido para um banco vazio desse
  DATABASE_URL=postgres://… ${ownCommand('move', 'back')}   de volta para o embutido, na pasta de dados`;

await runProgram('A mudança não terminou', async (config, signal) => {
  const [where, ...others] = process.argv.slice(2);
  const { databaseUrl, dataDir } = config;
  if (!databaseUrl || others.length > 0 || (where !== 'out' && where !== 'back')) {
    throw new Error(USAGE);
  }
  const place = { ...config, databaseUrl };
  const work = { log: terminalLog, onProgress: showProgress(), signal };
  if (where === 'out') {
    const { backup, kept } = await moveOut(place, work);
    say(`\nA loja está no PostgreSQL de DATABASE_URL: ${describeBackup(backup.head)}`);
    say(`  o backup da mudança: ${backup.file}`);
    say(`  o banco de antes, que não abre mais: ${kept}; apague-o quando não precisar dele`);
    say('Deixe DATABASE_URL na configuração e abra a loja.');
  } else {
    const { backup } = await moveBack(place, work);
    say(`\nA loja está em ${dataDir}: ${describeBackup(backup.head)}`);
    say(`  o backup da mudança: ${backup.file}`);
    say('  o banco de DATABASE_URL ficou só para leitura, e o Balcão não o abre mais');
    say(
      `Tire DATABASE_URL da configuração e abra a loja: DATA_DIR=${quoted(dataDir)} ${ownCommand('start')}`,
    );
  }
});
