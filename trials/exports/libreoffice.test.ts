// Opens exports in LibreOffice as a Brazilian one does. Too long for every test run:
// LIBREOFFICE=soffice npm run unit -- trials/exports
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { cents } from '@balcao/domain/money.ts';
import { openTestShop } from '@balcao/server/src/testing/app.ts';
import { aClient, aSale, aUser, saleParts } from '@balcao/server/src/testing/builders.ts';
import { requestExport, rowsOfXlsx } from '@balcao/server/src/testing/exported.ts';
import { anAccess } from '@balcao/server/src/testing/signed-in.ts';
import { expect, onTestFinished, test } from 'vitest';

const LIBREOFFICE = process.env.LIBREOFFICE ?? '';
/** Semicolons, UTF-8, pt-BR, special numbers found out. */
const BRAZILIAN_CSV = 'Text - txt - csv (StarCalc):59,34,76,1,,1046,false,true';

const convert = (folder: string, file: string) =>
  promisify(execFile)(LIBREOFFICE, [
    '--headless',
    '--norestore',
    `-env:UserInstallation=file://${folder}/profile`,
    ...(file.endsWith('.csv') ? [`--infilter=${BRAZILIAN_CSV}`] : []),
    ...['--convert-to', 'xlsx:Calc MS Excel 2007 XML', '--outdir', `${folder}/opened`],
    path.join(folder, file),
  ]);

test.skipIf(!LIBREOFFICE).each([{ format: 'csv' }, { format: 'xlsx' }] as const)(
  'LibreOffice reads numbers, days and texts of a $format, and computes none of its cells',
  { timeout: 120_000 },
  async ({ format }) => {
    const shop = await openTestShop();
    const { db, pool } = shop.owner;
    const seller = await aUser(db, { admin: true });
    const { items, payments } = await saleParts(db, { price: cents(123_456) });
    const client = await aClient(db, { cpf: '01234567890', name: '=1+1' });
    const createdAt = new Date('2026-03-02T23:30:00-03:00');
    await aSale(pool, { seller, client, items, payments, createdAt });

    const folder = await mkdtemp(path.join(os.tmpdir(), 'balcao-test-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = `vendas.${format}`;
    const token = await anAccess(db, seller.id);
    const response = await requestExport(shop, token, { list: 'sales', format });
    await writeFile(path.join(folder, file), Buffer.from(await response.arrayBuffer()));
    await convert(folder, file);
    const opened = new Uint8Array(await readFile(path.join(folder, 'opened/vendas.xlsx')));
    const [row] = await rowsOfXlsx(opened);
    expect(row).toMatchObject({
      Data: new Date('2026-03-02T00:00:00Z'),
      Total: 1234.56,
      CPF: '012.345.678-90',
      Cliente: format === 'csv' ? "'=1+1" : '=1+1',
    });
  },
);
