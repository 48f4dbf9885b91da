// npm run audit:verify

import { readHead } from '../features/audit/audit-head.ts';
import { openAuditKey } from '../features/audit/audit-key.ts';
import { verifyAudit } from '../features/audit/verify-audit.ts';
import { readConfig } from '../program/config.ts';
import { orInterrupted, runProgram, say, terminalLog } from '../program/terminal.ts';
import { describeFindings } from './audit-words.ts';
import { openForOperator } from './open-shop.ts';

/** 1 says that it could not be verified. */
const TOUCHED = 2;

await runProgram('A auditoria não foi verificada', async (signal) => {
  const config = readConfig(process.env, process.cwd());
  const shop = await openForOperator(config, terminalLog);
  try {
    const started = performance.now();
    // Without a key it is not made here: it would fit nothing.
    const key = await openAuditKey({ ...config, configured: config.auditKey, hasSeals: true });
    const head = await readHead(config.dataDir);
    const findings = await orInterrupted(signal, verifyAudit(shop.db, key, head));
    const seconds = ((performance.now() - started) / 1000).toFixed(1).replace('.', ',');
    for (const line of describeFindings(findings, head !== undefined)) say(line);
    say(`Verificada em ${seconds} s.`);
    const isHeadLost = head === undefined && findings.sealed > 0;
    if (findings.troubles.length > 0 || isHeadLost) process.exitCode = TOUCHED;
  } finally {
    await shop.close();
  }
});
