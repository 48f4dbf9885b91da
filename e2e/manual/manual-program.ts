/** npm run manual: takes the pictures of docs/manual in the sample shop. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Locator, type Page } from '@playwright/test';
import { signInToApi } from '../api.ts';
import { boxScreen } from '../cash-box.ts';
import config from '../playwright.config.ts';
import { makeDataDir, removeDataDir, startServer } from '../shop-server.ts';
import { PIX, pictures } from './pictures.ts';

const FOLDER = path.join(import.meta.dirname, '../../docs/manual/pictures');
const VIEWPORT = { width: 1280, height: 820 };
/** Around a part of a page. */
const EDGE = 12;
/** The sample shop sells for a year first. */
const START_TIMEOUT_MS = 180_000;
const USERS = {
  seller: { login: 'marlene', password: 'balcao-demo' },
  administrator: { login: 'admin', password: 'gerencia-demo' },
};

const dataDir = await makeDataDir();
const { password } = USERS.administrator;
const env = { ADMIN_PASSWORD: password };
const server = await startServer(dataDir, env, ['--demo'], START_TIMEOUT_MS);
// The words that the browser itself draws, as in empty fields for dates, follow its own language.
const browser = await chromium.launch({
  ...config.use?.launchOptions,
  env: { ...process.env, LANGUAGE: 'pt_BR' },
});
try {
  const { locale, timezoneId } = { locale: 'pt-BR', timezoneId: 'America/Sao_Paulo' };
  const page = await browser.newPage({
    ...{ locale, timezoneId, viewport: VIEWPORT, baseURL: server.origin },
    ...{ reducedMotion: 'reduce', colorScheme: 'light' },
  });
  const admin = await signInToApi(server.origin, USERS.administrator);
  await admin.call('editPix', { body: { pix: PIX } });
  let present: keyof typeof USERS | undefined;
  const enter = async (who: keyof typeof USERS, at: string) => {
    // Each sign-in is a row of the audit, which has a picture too.
    if (present !== who) await signIn(page, USERS[who]);
    present = who;
    for (const other of page.context().pages()) if (other !== page) await other.close();
    await page.goto(at);
  };
  await rm(FOLDER, { recursive: true, force: true });
  for (const [name, { steps, of }] of Object.entries(pictures)) {
    await steps({ page, admin, enter, ui: boxScreen(page) });
    await take(page, name, of?.(page));
    console.log(`✓ ${name}`);
  }
} finally {
  await browser.close();
  await server.stop();
  await removeDataDir(dataDir);
}

async function signIn(page: Page, { login, password }: { login: string; password: string }) {
  await page.goto('/favicon.svg');
  const response = await page.request.post('/api/auth/login/', {
    data: { username: login, password },
  });
  await page.evaluate((user) => localStorage.setItem('user', user), await response.text());
}

async function take(page: Page, name: string, part?: Locator): Promise<void> {
  const shown = part ?? page.getByRole('main');
  // A picture may be of a window that the page has opened.
  const on = shown.page();
  // What was pressed last stays marked below the pointer.
  await on.mouse.move(0, 0);
  await on.evaluate(() => document.fonts.ready);
  const edge = part ? EDGE : 0;
  await shown.scrollIntoViewIfNeeded();
  const box = await shown.boundingBox();
  if (!box) throw new Error(`${name} is not on the screen`);
  const left = Math.max(0, box.x - edge);
  const top = Math.max(0, box.y - edge);
  await on.screenshot({
    path: path.join(FOLDER, `${name}.webp`),
    ...{ type: 'webp', quality: 80, animations: 'disabled' },
    clip: {
      x: left,
      y: top,
      width: Math.min(VIEWPORT.width, box.x + box.width + edge) - left,
      height: Math.min(VIEWPORT.height, box.y + box.height + edge) - top,
    },
  });
}
