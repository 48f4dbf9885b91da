import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import manifest from '../../../package.json' with { type: 'json' };
import { readConfig } from '../../program/config.ts';
import { noteOpen } from '../../start/open-note.ts';
import { temporaryFolder } from '../../testing/app.ts';
import { inOneLine } from './finding.ts';
import { checkService } from './service.ts';
import { checkOpenShopsBackups, checkShop, findOpenShop } from './shop.ts';

const config = readConfig({ PORT: '0' }, '/srv');
const open = { origin: 'http://127.0.0.1:3000', status: 200, backup: 'ok' } as const;
const current = { ...open, version: manifest.version };
const service = { name: 'balcao', active: 'failed', unitFile: 'disabled', user: 'balcao' };

test('whether a shop is open is the first line, and what else keeps it shut', async () => {
  const line = async (...given: Parameters<typeof checkShop>) =>
    inOneLine(await checkShop(...given));
  expect(await line(current, config, service)).toBe(
    `ok        loja: aberta em http://127.0.0.1:3000, Balcão ${manifest.version}.`,
  );
  expect(await line({ ...current, version: '0.0.1' }, config, service)).toMatch(
    /^atenção .*Balcão 0\.0\.1; este comando é do .* → systemctl restart balcao$/,
  );
  expect(await line({ ...current, status: 503 }, config, undefined)).toMatch(
    /^problema .*não vende/,
  );
  expect(await line({ ...current, status: 500 }, config, service)).toMatch(
    /^problema .*aberta em .*, com erro \(500\)\. → .*systemctl restart balcao$/,
  );
  expect(await line({ ...current, status: 0 }, config, undefined)).toMatch(
    /^problema .*não responde/,
  );
  expect(await line(undefined, config, undefined)).toMatch(
    /^atenção .*fechada .*Abra-a: npm start$/,
  );
  expect(await line(undefined, config, service)).toMatch(
    /^problema .*o serviço balcao está parado \(failed\)\. → journalctl -u balcao -n 50/,
  );
  expect(checkService(service).map(inOneLine)).toEqual([
    'atenção   serviço: balcao não abre quando a máquina é ligada (disabled). → systemctl enable balcao',
  ]);
  expect(checkService({ ...service, unitFile: 'enabled' })).toEqual([]);

  const blocker = net.createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void blocker.close());
  await once(blocker, 'listening');
  const { port } = blocker.address() as AddressInfo;
  expect(await line(undefined, { ...config, port }, service)).toMatch(
    new RegExp(`^problema .*não pode abrir .* → A porta ${port} já está em uso`),
  );
});

test('a shop whose answers are errors is open, and another program on its port is not it', async () => {
  const dataDir = await temporaryFolder();
  let answer: object = {};
  const server = http.createServer((_request, response) => {
    response.writeHead(500, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await noteOpen(dataDir, `http://127.0.0.1:${port}`);
  const found = () => findOpenShop({ ...config, dataDir });
  answer = { code: 'internal', reference: '4e77f606', status: 500 };
  expect(await found()).toMatchObject({ status: 500, version: manifest.version });
  answer = { error: 'Not Balcão' };
  expect(await found()).toBeUndefined();
});

test('a folder of backups that only the open shop may not write to', () => {
  const none = { last: undefined, ageSeconds: undefined, failure: undefined };
  const failed = { ...current, backup: 'failed' } as const;
  expect(checkOpenShopsBackups(failed, { ...none, state: 'ok' }, config)).toMatchObject([
    { state: 'problema', todo: expect.stringContaining('ReadWritePaths=-/srv/data/backups') },
  ]);
  expect(checkOpenShopsBackups(failed, { ...none, state: 'failed' }, config)).toEqual([]);
  expect(checkOpenShopsBackups(undefined, { ...none, state: 'ok' }, config)).toEqual([]);
});
