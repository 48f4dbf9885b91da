import { once } from 'node:events';
import { symlink, writeFile } from 'node:fs/promises';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../program/config.ts';
import { OWN_VERSION } from '../../program/own-version.ts';
import { noteOpen } from '../../start/open-note.ts';
import { temporaryFolder } from '../../testing/app.ts';
import { inOneLine, problem } from './finding.ts';
import { checkService, findService } from './service.ts';
import {
  checkMetricsPort,
  checkOpenShopsBackups,
  checkShop,
  findOpenShop,
  type OpenShop,
} from './shop.ts';

const config = readConfig({ PORT: '0' }, '/srv');
const open = { origin: 'http://127.0.0.1:3000', status: 200, backup: 'ok' } as const;
const current = { ...open, version: OWN_VERSION };
const service = { name: 'balcao', active: 'failed', unitFile: 'disabled', user: 'balcao' };
const PROGRAM = path.resolve(import.meta.dirname, '../../../../../balcao');

test('whether a shop is open is the first line, and what else keeps it shut', async () => {
  const line = async (...given: Parameters<typeof checkShop>) =>
    inOneLine(await checkShop(...given));
  expect(await line(current, config, service)).toBe(
    `ok        loja: aberta em http://127.0.0.1:3000, Balcão ${OWN_VERSION}.`,
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
  expect(await line(undefined, config, { ...service, active: 'activating' })).toMatch(
    /^atenção .*o serviço balcao está abrindo\. → Repita em um minuto/,
  );
  expect(checkService(service).map(inOneLine)).toEqual([
    'atenção   serviço: balcao não abre quando a máquina é ligada (disabled). → systemctl enable balcao',
  ]);
  expect(checkService({ ...service, unitFile: 'enabled' })).toEqual([]);

  // Pasted, it opens the same shop at the same address; what balcao.env says is not repeated, nor a password.
  for (const [name, value] of Object.entries({
    ...{ PORT: '3011', BACKUP_DIR: '/mnt/nas 2', DATABASE_URL: 'postgres://loja:segredo@db/loja' },
    ...{ PUBLIC_URL: 'https://balcao.lan', SETTINGS_NAMES: 'PUBLIC_URL' },
  })) {
    vi.stubEnv(name, value);
  }
  expect(await line(undefined, config, undefined)).toMatch(
    / → Abra-a: PORT=3011 DATABASE_URL=… BACKUP_DIR='\/mnt\/nas 2' npm start$/,
  );
  vi.unstubAllEnvs();

  const blocker = net.createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void blocker.close());
  await once(blocker, 'listening');
  const { port } = blocker.address() as AddressInfo;
  expect(await line(undefined, { ...config, port }, service)).toMatch(
    new RegExp(`^problema .*não pode abrir .* → A porta ${port} já está em uso`),
  );
  const metrics = { ...config, metricsPort: port };
  expect((await checkMetricsPort(undefined, metrics, service)).map(inOneLine)).toEqual([
    expect.stringMatching(/^atenção {3}métricas: .*METRICS_PORT: .*EADDRINUSE.* → /),
  ]);
  expect(await checkMetricsPort(undefined, config, service)).toEqual([]);
  let figures = 'node_up 1';
  const answering = http
    .createServer((_request, response) => response.end(figures))
    .listen(0, '127.0.0.1');
  onTestFinished(() => void answering.close());
  await once(answering, 'listening');
  const { port: metricsPort } = answering.address() as AddressInfo;
  const ofOpenShop = () => checkMetricsPort(current, { ...config, metricsPort }, service);
  expect((await ofOpenShop()).map(inOneLine)).toEqual([
    expect.stringMatching(/^atenção {3}métricas: .*METRICS_PORT .* → .*systemctl restart balcao$/),
  ]);
  figures = 'balcao_sales 1';
  expect(await ofOpenShop()).toEqual([]);
});

test('the service is found in its file where systemctl does not answer, and only for its own folder', async () => {
  const folder = await temporaryFolder();
  const unit = (more: string) =>
    writeFile(
      path.join(folder, 'balcao-colegio.service'),
      `[Service]\nUser=balcao\n${more}\nExecStart=${path.join(folder, 'balcao')}\n`,
    );
  const found = (dataDir: string) => findService(dataDir, [path.join(folder, 'none'), folder]);
  const systemctl = (script: string) =>
    writeFile(path.join(folder, 'systemctl'), script, { mode: 0o755 });
  await systemctl('#!/bin/sh\nexit 1');
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  await symlink(PROGRAM, path.join(folder, 'balcao'));
  await unit('Environment=DATA_DIR=/srv/colegio');
  const colegio = { name: 'balcao-colegio', active: '', unitFile: '', user: 'balcao' };
  expect(await found('/srv/colegio')).toEqual(colegio);
  expect(await found('/srv/restaurada')).toBeUndefined();
  // It may name any folder, in a file that not everybody may read.
  await unit('EnvironmentFile=/etc/balcao.env');
  expect(await found('/srv/colegio')).toEqual(colegio);
  await unit('');
  expect(await found(path.join(path.dirname(PROGRAM), 'data'))).toEqual(colegio);
  expect(await found('/srv/restaurada')).toBeUndefined();
  // Where systemctl answers, that counts: it knows the drop-ins too.
  const answers = `#!/bin/sh
case $1 in
  list-unit-files) echo "balcao-colegio.service enabled enabled" ;;
  show) printf '%s\\n' 'ExecStart={ path=${path.join(folder, 'balcao')} ; argv[]=x }' User=caixa ActiveState=active \
    UnitFileState=enabled Environment=DATA_DIR=/srv/colegio ;;
esac`;
  await systemctl(answers);
  const active = { ...colegio, active: 'active', unitFile: 'enabled', user: 'caixa' };
  expect(await found('/srv/colegio')).toEqual(active);
  expect(await found(path.join(path.dirname(PROGRAM), 'data'))).toBeUndefined();
  expect(inOneLine(await checkShop(undefined, config, colegio))).toMatch(
    /^problema .*fechada \(.*\), e o serviço balcao-colegio a abre\. → journalctl -u balcao-colegio .*systemctl start balcao-colegio$/,
  );
  expect(checkService(colegio)).toEqual([]);
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
  await noteOpen({ ...config, dataDir }, `http://127.0.0.1:${port}`);
  const found = () => findOpenShop({ ...config, dataDir });
  answer = { code: 'internal', reference: '4e77f606', status: 500 };
  expect(await found()).toMatchObject({ status: 500, version: OWN_VERSION });
  answer = { error: 'Not Balcão' };
  expect(await found()).toBeUndefined();
});

const RESTART = 'systemctl restart balcao';
const nothingSeen = { seen: [], restart: RESTART };

test('a folder of backups that only the open shop may not write to, or that it does not use', () => {
  const none = { last: undefined, ageSeconds: undefined, failure: undefined };
  const failed = { ...current, backup: 'failed' } as const;
  expect(
    checkOpenShopsBackups(failed, { ...none, state: 'ok' }, config, nothingSeen),
  ).toMatchObject([
    { state: 'problema', todo: expect.stringContaining('ReadWritePaths=-/srv/data/backups') },
  ]);
  expect(checkOpenShopsBackups(failed, { ...none, state: 'failed' }, config, nothingSeen)).toEqual(
    [],
  );
  const seen = [problem('backup', 'nenhum pode ser feito', 'Monte o disco')];
  const isSeen = { seen, restart: RESTART };
  expect(checkOpenShopsBackups(failed, { ...none, state: 'ok' }, config, isSeen)).toEqual([]);
  expect(checkOpenShopsBackups(undefined, { ...none, state: 'ok' }, config, nothingSeen)).toEqual(
    [],
  );
  const other = { ...failed, backupDir: '/srv/velha' };
  expect(
    checkOpenShopsBackups(other, { ...none, state: 'failed' }, config, isSeen).map(inOneLine),
  ).toEqual([
    `problema  backup: a loja aberta tem outra BACKUP_DIR: /srv/velha. A configuração mudou depois do início. → ${RESTART}`,
  ]);
});

test('an open shop that has not looked since the newest backup was made', () => {
  const failed = { ...current, backup: 'failed', lastBackup: null } as const;
  const takenAt = new Date('2026-11-10T15:00:00Z');
  const last = { file: '/srv/x', takenAt, bytes: 9, verifiedAt: new Date('2026-11-10T15:20:00Z') };
  const state = { state: 'ok', last, ageSeconds: 0, failure: undefined } as const;
  const line = (shop: typeof failed | OpenShop, now: string) =>
    checkOpenShopsBackups(shop, state, config, nothingSeen, new Date(now)).map(inOneLine);
  expect(line(failed, '2026-11-10T15:20:30Z')).toEqual([
    'atenção   backup: a loja ainda não notou o backup das 12:00. → Repita daqui a um minuto.',
  ]);
  const real = [expect.stringMatching(/^problema .*nenhum pode ser feito/)];
  expect(line(failed, '2026-11-10T15:22:00Z')).toEqual(real);
  // It knows the backup, and still can make none.
  const knows = { ...failed, lastBackup: takenAt.toISOString() };
  expect(line(knows, '2026-11-10T15:20:30Z')).toEqual(real);
});
