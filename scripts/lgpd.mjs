// npm run lgpd -- export|anonymise CPF: what a client can request by law (README, Audit and personal data).
import { spawn } from 'node:child_process';
import { projectNode } from './steps/pinned-node.mjs';
import { ROOT } from './steps/processes.mjs';
import { shopProgram } from './steps/server-program.mjs';
import { runCommand } from './steps/set-up.mjs';

await runCommand({ web: false }, () => {
  const { args } = shopProgram('operator/lgpd-program.ts');
  // The program reads a confirmation from the terminal, and gets Ctrl+C from there.
  process.on('SIGINT', () => {});
  const child = spawn(projectNode(ROOT), args, { cwd: ROOT, stdio: 'inherit' });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
});
