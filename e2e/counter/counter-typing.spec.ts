import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { SALE_MADE, test } from '../counter-screen.ts';
import { expect } from '../fixtures.ts';

/** SALES=50 is the run of docs/performance.md. */
const SALES = Number(process.env.SALES ?? 4);
const BETWEEN_KEYS_MS = 60;
/**
 * How long after the message of a sale the next client's keys begin. The receipt opens 3 s after it, and the reload
 * comes at 3.5 s if no key has come by then; null waits for the page after it. None begins to type at the reload itself:
 * docs/performance.md says what becomes of a key between two documents.
 */
const PAUSES_MS = [2_300, 0, null, 1_500];

test.setTimeout(60_000 + SALES * 8_000);

test('no key of a queue is lost over receipts and reloads', async ({ shop, seller, counter }) => {
  void counter;
  const { login, password } = seller;
  const signedIn = await fetch(new URL('/api/auth/login/', shop.origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: login, password }),
  });
  await using browser = await openUnwatched();
  await browser.open(new URL('/favicon.svg', shop.origin).href);
  await browser.run(`localStorage.setItem('user', ${JSON.stringify(await signedIn.text())})`);
  await browser.open(new URL('/pdv', shop.origin).href);
  await expect.poll(() => browser.run('document.activeElement?.id')).toBe('cpf');

  const cpfs = Array.from({ length: SALES }, (_, at) => cpfOf(100_000_000 + at * 7_654_321));
  for (const [at, cpf] of cpfs.entries()) {
    await browser.type([...cpf, 'Tab', ...'Ana', 'Enter', 'Enter', 'Enter', ...'101']);
    await browser.type(['Enter', 'F8', 'd', 'Enter', 'Enter', 'Enter']);
    const pauseMs = PAUSES_MS[at % PAUSES_MS.length];
    const recorded = async () => (await seller.call('listSales')).count;
    await expect.poll(recorded, { intervals: [50] }).toBe(at + 1);
    const made = `(${saleMade})(${JSON.stringify(SALE_MADE)}, ${pauseMs ?? 0})`;
    expect(await browser.run(made), 'the message of the sale').toBe(true);
    if (pauseMs === null) await expect.poll(() => browser.run(`(${isFresh})()`)).toBe(true);
  }
  const rows = await shop.sql<{ cpf: string }>(
    'SELECT clients.cpf FROM sales JOIN clients ON clients.id = sales.client_id ORDER BY sales.id',
  );
  expect(rows.map(({ cpf }) => cpf)).toEqual(cpfs);
});

/**
 * Runs in the page, because an answer from there takes a while on a busy machine: waits for the message of the sale
 * and the CPF's focus, and then `pauseMs`. Returns false if they do not come within 20 s.
 */
async function saleMade(message: string, pauseMs: number): Promise<boolean> {
  const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const isMade = () =>
    document.body.textContent.includes(message) && document.activeElement?.id === 'cpf';
  const until = performance.now() + 20_000;
  while (!isMade() && performance.now() < until) await wait(20);
  Object.assign(window, { beforeReload: true });
  await wait(pauseMs);
  return performance.now() < until + pauseMs;
}

/** Runs in the page: whether it is the one after the reload, painted and ready for the next client. */
function isFresh(): boolean {
  const painted = performance.getEntriesByType('paint').length > 0;
  return !('beforeReload' in window) && painted && document.activeElement?.id === 'cpf';
}

/** The nine digits with their check digits. */
function cpfOf(digits: number): string {
  let cpf = `${digits}`;
  for (const length of [10, 11]) {
    const sum = [...cpf].reduce((total, digit, at) => total + Number(digit) * (length - at), 0);
    cpf += `${((sum * 10) % 11) % 10}`;
  }
  return cpf;
}

const KEYS: Record<string, object> = {
  Enter: { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' },
  Tab: { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 },
  F8: { key: 'F8', code: 'F8', windowsVirtualKeyCode: 119 },
};

/**
 * A browser whose keys go to its first tab alone. Playwright stops the process of a page while that page opens a
 * tab, and the keys of these milliseconds would be lost.
 */
async function openUnwatched() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'balcao-typing-'));
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(
    process.env.CHROMIUM_PATH ?? chromium.executablePath(),
    [
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${folder}`,
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-gpu',
      '--window-size=1366,768',
      ...sandbox,
      'about:blank',
    ],
    // Debian's is a script that starts the browser: they end as a group.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  await expect.poll(() => said).toContain('DevTools listening on');
  const { host } = new URL(/ws:\S+/.exec(said)?.[0] ?? '');
  const targets = await (await fetch(`http://${host}/json/list`)).json();
  const tab = targets.find(({ type }: { type: string }) => type === 'page');
  const socket = new WebSocket(tab.webSocketDebuggerUrl);
  await once(socket, 'open');
  let last = 0;
  const send = (method: string, params: object = {}) => {
    const id = ++last;
    socket.send(JSON.stringify({ id, method, params }));
    return id;
  };
  const ask = async (method: string, params: object) => {
    const id = send(method, params);
    for (;;) {
      const [{ data }] = (await once(socket, 'message')) as [MessageEvent<string>];
      const answer = JSON.parse(data);
      if (answer.id === id) return answer.result;
    }
  };
  // The receipt's tab comes to the front.
  await ask('Emulation.setFocusEmulationEnabled', { enabled: true });
  return {
    open: (url: string) => ask('Page.navigate', { url }),
    run: async (expression: string) =>
      (await ask('Runtime.evaluate', { expression, awaitPromise: true })).result?.value as unknown,
    /** Does not wait for the page, as a keyboard does not. */
    async type(keys: readonly string[]) {
      for (const key of keys) {
        const pressed = KEYS[key] ?? { key, text: key };
        send('Input.dispatchKeyEvent', { type: 'keyDown', ...pressed });
        send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed });
        await pause(BETWEEN_KEYS_MS);
      }
    },
    async [Symbol.asyncDispose]() {
      socket.close();
      const ended = once(child, 'exit');
      process.kill(-(child.pid as number));
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
