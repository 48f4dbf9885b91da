/*
 * Today's tests make their rows by today's code; what an earlier version really wrote can differ. So each release
 * leaves a small shop in apps/server/src/backup/released: VERSION.backup by its own `npm run backup`, and VERSION.json
 * with what it answered. Neither is ever changed: released.test.ts upgrades and restores every one, and an answer
 * that changes on purpose is changed there, with the reason. It fails if a release of CHANGELOG.md left no shop.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stop, withProgress } from '../../scripts/steps/operator-output.mjs';
import { ROOT } from '../../scripts/steps/processes.mjs';
import { fillSmallShop } from './small-shop.mjs';

const LOGO = 'faculdade.png';
const ONE_POINT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const INSTITUTION = {
  ...{ company_name: 'Loja da Escola', city: 'Recife', graduation_unit: 'Unidade Centro' },
  institutions: [
    { name: 'Faculdade', cnpj: '11.222.333/0001-81', logo: LOGO },
    { name: 'Colégio', cnpj: '11.222.333/0002-62', logo: '/logos/colegio.svg' },
  ],
};

const RELEASED = join(ROOT, 'apps/server/src/backup/released');

/**
 * Makes a small shop with the version that lies in `folder` and keeps its backup, and beside it what that
 * version answers about it. Tests open both for ever (released.test.ts).
 * @param {string} folder
 * @param {string} target
 * @returns {Promise<string[]>} the files
 */
export async function saveShop(folder, target = RELEASED) {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const backup = join(target, `${version}.backup`);
  const answers = join(target, `${version}.json`);
  // Until the next release this version has the number of the last one.
  if (existsSync(backup)) throw new Stop(`A loja da versão ${version} já está guardada: ${backup}`);
  return withProgress(`Guardando uma loja pequena da versão ${version}`, async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'balcao-release-'));
    // PostgreSQL may run as another user.
    chmodSync(dataDir, 0o755);
    writeInstitution(dataDir);
    try {
      const known = await inOpenShop(folder, dataDir, (origin, admin) =>
        fillSmallShop(origin, admin),
      );
      // After the end of the server, which seals the last rows of the audit.
      makeBackup(folder, dataDir);
      const backups = join(dataDir, 'backups');
      const [name = ''] = readdirSync(backups).filter((each) => each.endsWith('.backup'));
      copyFileSync(join(backups, name), backup);
      chmodSync(backup, 0o644);
      writeFileSync(answers, `${JSON.stringify(known, null, 2)}\n`);
      return [backup, answers];
    } finally {
      rmSync(dataDir, { recursive: true, force: true });
    }
  });
}

/**
 * Earlier versions read it at every start, later ones once.
 * @param {string} dataDir
 */
export function writeInstitution(dataDir) {
  writeFileSync(join(dataDir, 'institution.json'), JSON.stringify(INSTITUTION));
  writeFileSync(join(dataDir, LOGO), Buffer.from(ONE_POINT, 'base64'));
}

/** @param {string} dataDir */
const settings = (dataDir) => ({
  ...process.env,
  ...{ DATA_DIR: dataDir, BACKUP_DIR: undefined, BACKUP_KEEP: '0', DATABASE_URL: undefined },
  ...{ PORT: '0', HOST: '127.0.0.1', AUDIT_KEY: undefined },
});

/**
 * By npm's commands, as makeBackup too: every version has them, and the scripts below them change.
 * @template T
 * @param {string} folder
 * @param {string} dataDir
 * @param {(origin: string, admin: { login: string, password: string }) => Promise<T>} work
 */
export async function inOpenShop(folder, dataDir, work) {
  const admin = { login: 'admin', password: 'a-senha-da-chefia' };
  const server = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...settings(dataDir), ADMIN_LOGIN: admin.login, ADMIN_PASSWORD: admin.password },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'close');
  let printed = '';
  try {
    const origin = await new Promise((resolve, reject) => {
      server.stdout.on('data', (chunk) => {
        printed += chunk;
        const [, found] = /está aberto em (\S+)/.exec(printed) ?? [];
        if (found) resolve(found);
      });
      ended.then(() => reject(new Stop(`A loja não abriu:\n${printed}`)), reject);
    });
    return await work(String(origin), admin);
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

/**
 * @param {string} folder
 * @param {string} dataDir
 */
function makeBackup(folder, dataDir) {
  const options = { cwd: folder, env: settings(dataDir), encoding: /** @type {const} */ ('utf8') };
  const { status, stdout, stderr } = spawnSync('npm', ['run', 'backup'], options);
  if (status !== 0) throw new Stop(`npm run backup falhou:\n${stdout}${stderr}`);
}
