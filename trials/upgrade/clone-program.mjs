// The last released version as a clone, a small shop in it, then this version and back again, by the steps of
// docs/install.md: every sum stays. Some minutes, and npm's registry for the packages of both.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../scripts/steps/processes.mjs';
import { inOpenShop, writeInstitution } from '../saved-shop/save-shop.mjs';
import { fillSmallShop } from '../saved-shop/small-shop.mjs';
import { visitor } from '../saved-shop/visitor.mjs';

/** @typedef {import('../saved-shop/small-shop.mjs').Known} Known */

const { steps, restore } = wayBack();
const parent = mkdtempSync(join(tmpdir(), 'balcao-clone-'));
// PostgreSQL may run as another user.
chmodSync(parent, 0o755);
const clone = join(parent, 'balcao');
const data = join(clone, 'data');
try {
  execFileSync('git', ['clone', '--quiet', ROOT, clone]);
  const ours = sh('git rev-parse HEAD');
  sh(`git checkout --quiet ${released()}`);
  mkdirSync(data);
  writeInstitution(data);
  const known = await inOpenShop(clone, data, fillSmallShop);
  console.log('A small shop of the last release is there.');

  const noted = sh('git rev-parse --short HEAD');
  sh(`git checkout --quiet ${ours}`);
  const later = await inOpenShop(clone, data, async (origin) => {
    assertSame(await answers(origin, known), known);
    const seller = await visitor(origin).signIn(known.seller);
    const headers = { 'idempotency-key': crypto.randomUUID() };
    return seller.send('POST', '/api/pdv/sales/', known.next, headers);
  });
  console.log(`This version answers the same of it, and sold nº ${later.id}.`);

  const [backup] = readdirSync(join(data, 'backups')).filter((name) => name.endsWith('.backup'));
  assert.ok(backup, 'the start of the newer version has left no backup');
  sh(`git checkout --quiet ${noted}`);
  sh(steps);
  sh(restore.replace('balcao-….backup', backup));
  await inOpenShop(clone, data, async (origin) => {
    assertSame(await answers(origin, known), known);
  });
  assert.equal(
    sh('git status --porcelain'),
    '',
    'the older version sees files that are not its own',
  );
  console.log('And the last release, as it was before.');
} finally {
  rmSync(parent, { recursive: true, force: true });
}

/** The commands of the document that go back in a clone. */
function wayBack() {
  const page = readFileSync(join(ROOT, 'docs/install.md'), 'utf8');
  const [, back = ''] = /^\*\*In a clone\*\*:.*? Back: (.*)$/m.exec(page) ?? [];
  const commands = [...back.matchAll(/`([^`]+)`/g)].map(([, command]) => String(command));
  const found = (/** @type {string} */ start) => {
    const command = commands.find((each) => each.startsWith(start));
    assert.ok(command, `docs/install.md has no way back in a clone that begins with ${start}`);
    return command;
  };
  return { steps: found('mv data'), restore: found('npm run restore') };
}

/** The commit or the tag of the newest release in the changelog. That of a release under way is in no commit yet. */
function released() {
  const changes = sh('git show HEAD:CHANGELOG.md');
  const [, version, entry = ''] = /^## \[(\d[^\]]*)\].*\n+(.*)/m.exec(changes) ?? [];
  return /commit `(\w+)`/.exec(entry)?.[1] ?? `v${version}`;
}

/** @param {string} command */
function sh(command) {
  const env = { ...process.env, DATA_DIR: undefined, BACKUP_DIR: undefined };
  return execFileSync('sh', ['-c', command], { cwd: clone, env, encoding: 'utf8' }).trim();
}

/** @param {string} origin @param {Known} known */
async function answers(origin, { admin, asked }) {
  const chief = await visitor(origin).signIn(admin);
  const given = [];
  for (const { method, path } of asked) given.push(await chief.send(method, path));
  return given;
}

/**
 * A newer version may say more; of the institutions the small shop keeps names and numbers alone.
 * @param {unknown[]} given
 * @param {Known} known
 */
function assertSame(given, known) {
  for (const [at, { answer, path }] of known.asked.entries()) {
    assert.partialDeepStrictEqual(given[at], answer, path);
  }
}
