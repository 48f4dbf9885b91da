import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { recordAudit } from '../../features/audit/audit.service.ts';
import { writeHead } from '../../features/audit/audit-head.ts';
import { START } from '../../features/audit/seal.ts';
import { readConfig } from '../../program/config.ts';
import { openTestShop, temporaryFolder } from '../../testing/app.ts';
import { KEY, runUnguarded, sealAll } from '../../testing/audit-chain.ts';
import { checkAudit } from './audit.ts';
import { inOneLine } from './finding.ts';

const { signal } = new AbortController();

test('rows that an open shop has not sealed for minutes are no “em segundos”', async () => {
  const { connection, owner } = await openTestShop();
  const { db } = connection;
  const dataDir = await temporaryFolder();
  await writeFile(path.join(dataDir, 'audit.key'), KEY.toString('hex'));
  const config = readConfig({ DATA_DIR: dataDir }, '/');
  const line = async (isOpen: boolean) => inOneLine(await checkAudit(db, config, isOpen, signal));
  await recordAudit(db, null, 'session.refused');
  await writeHead(dataDir, (await sealAll(db)) ?? START);
  await recordAudit(db, null, 'session.refused');
  const soon =
    'ok        auditoria: Linhas seladas: 1. Ainda sem selo: 1 (são seladas em segundos enquanto a loja está aberta). Nenhuma linha selada foi tocada.';
  expect(await line(true)).toBe(soon);
  await runUnguarded(owner.db, [
    "UPDATE audit_events SET at = at - interval '3 minutes' WHERE id = (SELECT max(id) FROM audit_events)",
  ]);
  expect(await line(false)).toBe(soon);
  expect(await line(true)).toMatch(
    /^atenção {3}auditoria: Linhas seladas: 1\. Ainda sem selo: 1, desde \d\d\/\d\d\/\d{4},? .*: a loja aberta não as sela\. Nenhuma .* → O motivo está em balcao\.log.*“Perdi audit\.key ou audit\.head”/,
  );
  // Nobody has to have touched the audit.
  await rm(path.join(dataDir, 'audit.key'));
  expect(await line(true)).toMatch(
    /^problema {2}auditoria: Falta a chave .* → Traga a chave de um backup/,
  );
});
