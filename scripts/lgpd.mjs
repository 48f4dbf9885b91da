// npm run lgpd -- export|anonymise CPF: what the law lets a client ask for (README, Personal data).
import { spawn } from 'node:child_process';
import { operatorProgram } from './steps/operator-program.mjs';
import { setUp } from './steps/set-up.mjs';
import { runCommand } from './steps/words.mjs';

await runCommand(async () => {
  const node = await setUp({ web: false });
  const { args, cwd } = operatorProgram('lgpd', process.argv.slice(2));
  // It asks at the terminal, which it therefore shares with us, and with it Ctrl+C.
  process.on('SIGINT', () => {});
  const child = spawn(node, args, { cwd, stdio: 'inherit' });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
});
