import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstall, installPackages, lastLines } from './debian.mjs';
import { Stop, withProgress } from './operator-output.mjs';
import { projectNode } from './pinned-node.mjs';
import { ROOT, runNode } from './processes.mjs';

/** First the one that draws no window, and so takes a sixth less time. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];
const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * A Chromium or Chrome for the tests: the one in CHROMIUM_PATH, an installed one, or a new one.
 * @returns {Promise<string>} its path
 */
export async function findBrowser() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (works(named)) return named;
    throw new Stop(`CHROMIUM_PATH indica ${named}, que não é um Chromium que funcione.`);
  }
  const present = presentBrowser();
  if (present) return present;

  console.log('Nenhum Chromium ou Chrome encontrado para os testes.');
  for (const install of [installFromDebian, installFromPlaywright]) {
    await install();
    const installed = presentBrowser();
    if (installed) return installed;
  }
  throw new Stop(
    'Não foi possível instalar um navegador para os testes.\n' +
      'Instale o Chromium (Debian e Ubuntu: sudo apt install chromium; macOS: brew install --cask chromium)\n' +
      'ou indique um já instalado: CHROMIUM_PATH=/caminho/do/chromium npm test',
  );
}

function presentBrowser() {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin'];
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const isThere = (/** @type {string} */ path) => existsSync(path) && works(path);
  // Playwright runs on our Node: the one that runs this file may be too old for it.
  const playwrights = () => {
    const path = "require('@playwright/test').chromium.executablePath()";
    return spawnSync(projectNode(ROOT), ['-p', path], {
      cwd: ROOT,
      encoding: 'utf8',
    }).stdout.trim();
  };
  return [...paths, ...MAC_PATHS].find(isThere) ?? [playwrights()].find(isThere);
}

/**
 * A file alone proves nothing: Ubuntu's chromium-browser is a script that requires a snap.
 * @param {string} path
 */
function works(path) {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 && /chrom/i.test(stdout);
}

async function installFromDebian() {
  if (!canInstall()) return;
  // Without a font the browser draws no letters.
  const packages = ['chromium-headless-shell', 'fonts-liberation'];
  const trouble = await installPackages('Instalando o Chromium (apt-get)', packages);
  if (trouble) console.log(trouble);
}

async function installFromPlaywright() {
  const args = ['node_modules/@playwright/test/cli.js', 'install', '--no-shell', 'chromium'];
  const { code, output } = await withProgress('Baixando o Chromium do Playwright', () =>
    runNode(args, { quiet: true }),
  );
  if (code !== 0) console.log(lastLines(output));
}
