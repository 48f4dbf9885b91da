import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runTool } from './processes.mjs';
import { ROOT } from './set-up.mjs';
import { Stop, say, withProgress } from './words.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * A Chromium or Chrome for the tests: the one named by CHROMIUM_PATH, one that is there, or a new one.
 * @param {string} node
 * @returns {Promise<string>}
 */
export async function findBrowser(node) {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (works(named)) return named;
    throw new Stop(`CHROMIUM_PATH indica ${named}, que não é um Chromium que funcione.`);
  }
  const present = presentBrowser(node);
  if (present) return present;

  say('Nenhum Chromium ou Chrome encontrado para os testes.');
  await installFromDebian();
  const fromDebian = presentBrowser(node);
  if (fromDebian) return fromDebian;
  await installFromPlaywright(node);
  const fromPlaywright = presentBrowser(node);
  if (fromPlaywright) return fromPlaywright;

  throw new Stop(
    'Não foi possível instalar um navegador para os testes.\n' +
      'Instale o Chromium (Debian e Ubuntu: sudo apt install chromium; macOS: brew install --cask chromium)\n' +
      'ou indique um já instalado: CHROMIUM_PATH=/caminho/do/chromium npm test',
  );
}

/** @param {string} node */
function presentBrowser(node) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin'];
  const named = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  const isThere = (/** @type {string} */ path) => existsSync(path) && works(path);
  return [...named, ...MAC_PATHS].find(isThere) ?? [playwrightsOwn(node)].find(isThere);
}

/**
 * Where Playwright would have put its own, which need not be there. Asked on our Node: the one that runs
 * this file may be too old for Playwright.
 * @param {string} node
 */
function playwrightsOwn(node) {
  const path = "require('@playwright/test').chromium.executablePath()";
  return spawnSync(node, ['-p', path], { cwd: ROOT, encoding: 'utf8' }).stdout.trim();
}

/**
 * Ubuntu's chromium-browser is a script that asks for a snap: being there is not enough.
 * @param {string} path
 */
function works(path) {
  const { status, stdout } = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 });
  return status === 0 && /chrom/i.test(stdout);
}

async function installFromDebian() {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await withProgress('Instalando o Chromium (apt-get)', async () => {
    const update = await runTool('apt-get', ['update'], { cwd: ROOT, env, quiet: true });
    // Without any font the browser has nothing to draw a letter with.
    const args = ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'];
    const install = await runTool('apt-get', args, { cwd: ROOT, env, quiet: true });
    if (install.code !== 0) say(lastLines(update.output + install.output));
  });
}

/** @param {string} node */
async function installFromPlaywright(node) {
  const playwright = join(ROOT, 'node_modules/@playwright/test/cli.js');
  await withProgress('Baixando o Chromium do Playwright', async () => {
    const args = [playwright, 'install', '--no-shell', 'chromium'];
    const { code, output } = await runTool(node, args, { cwd: ROOT, quiet: true });
    if (code !== 0) say(lastLines(output));
  });
}

/** @param {string} output */
function lastLines(output) {
  return output.trim().split('\n').slice(-15).join('\n');
}
