/*
 * One file for a machine without network or npm. It unpacks to a folder like this repository, so that nothing runs
 * differently: our sources, the built screens, the pinned Node, and the server's packages with PostgreSQL. What
 * belongs to the shop lies beside that folder (balcao.env, balcao-data), where the next version finds it. zstd 19
 * makes 64 MB of 282. One executable file would not do: PostgreSQL's programs and ICU need real files.
 * It needs Linux with glibc 2.28 or newer and the processor of the machine that made it.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { BUNDLE_FILE } from '../steps/bundle-folder.mjs';
import { installForProduction } from '../steps/install.mjs';
import { Stop } from '../steps/operator-output.mjs';
import { commitOfClone } from '../steps/own-version.mjs';
import { pinnedNodePath } from '../steps/pinned-node.mjs';
import { ROOT } from '../steps/processes.mjs';

const VERSION = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version;
export const PLATFORM = `${process.platform}-${process.arch}`;
/** The commit; only git can mark it where files differ from it. Empty where nobody knows it. */
const COMMIT = git('describe', '--always', '--dirty', '--exclude=*') || commitOfClone(ROOT);
/**
 * The folder that a bundle unpacks to, beside those of other versions: "balcao-0.3.0". Of a version that is not released
 * there are many, which their commit tells apart.
 */
export const NAME = VERSION.includes('-') ? `balcao-${VERSION}-${COMMIT}` : `balcao-${VERSION}`;

const SCREENS = join(ROOT, 'apps/web/dist');

/** The files of this repository that a bundle has. npm needs the manifests beside the lock file. */
const OURS = [
  'balcao',
  'package.json',
  'package-lock.json',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'deploy',
  'docs',
  'packages',
  'apps/server',
  'apps/web/package.json',
  'scripts/balcao.mjs',
  'scripts/steps',
];

/** Tests, passwords, what is installed afresh, and the steps of commands that a shop does not need. */
export const LEFT_OUT =
  /(^|\/)\.env$|\.test\.tsx?$|\.log$|\/backup\/released$|\/node_modules$|^scripts\/steps\/(browser|build-web|checks|debian|tests)\.mjs$/;

/**
 * The output of git; empty where there is none.
 * @param {...string} args
 */
export function git(...args) {
  try {
    return execFileSync('git', ['-C', ROOT, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}

/**
 * Copies our own files of a bundle.
 * @param {string} folder new
 */
export function copyOurs(folder) {
  for (const name of OURS) {
    cpSync(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (source) => !LEFT_OUT.test(relative(ROOT, source)),
    });
  }
  const about = { version: VERSION, platform: PLATFORM, commit: COMMIT };
  writeFileSync(join(folder, BUNDLE_FILE), `${JSON.stringify(about, null, 2)}\n`);
  const readMe = readFileSync(join(ROOT, 'scripts/bundle/LEIA-ME.txt'), 'utf8');
  writeFileSync(join(folder, 'LEIA-ME.txt'), readMe.replace('VERSÃO', VERSION));
}

/**
 * Adds what was built and brought: the screens, Node, and the packages of the server, with PostgreSQL.
 * @param {string} folder
 */
export async function addBuilt(folder) {
  const node = pinnedNodePath(ROOT);
  if (!node) throw new Stop(`Não há um Node próprio do Balcão para ${PLATFORM}.`);
  cpSync(SCREENS, join(folder, relative(ROOT, SCREENS)), { recursive: true });
  await installForProduction(ROOT, folder);
  // The rest of its package is for compilers.
  const packageOfNode = dirname(dirname(node));
  for (const name of ['package.json', 'LICENSE', 'bin']) {
    const from = join(packageOfNode, name);
    cpSync(from, join(folder, relative(ROOT, from)), { recursive: true });
  }
}
