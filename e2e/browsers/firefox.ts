import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from './browser.ts';

const PROGRAM = '/usr/bin/firefox-esr';
export const FIREFOX_PACKAGES = 'firefox-esr';

/** As in normal use: otherwise a remote Firefox blocks no pop-up, and print() requires a printer. */
const PREFERENCES = { 'remote.prefs.recommended': false, 'print.enabled': false };

/** Controls Firefox by WebDriver BiDi: JSON over one WebSocket. undefined when it is not installed. */
export async function openFirefox(): Promise<Browser | undefined> {
  if (!existsSync(PROGRAM)) return undefined;
  const profile = await mkdtemp(path.join(os.tmpdir(), 'balcao-firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref("${name}", ${value});\n`,
  );
  await writeFile(path.join(profile, 'user.js'), lines.join(''));
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'];
  const child = spawn(PROGRAM, [...args, 'about:blank'], {
    env: { ...process.env, HOME: profile },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const address = await new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => reject(new Error('Firefox ended before it listened')));
    let output = '';
    child.stderr.on('data', (chunk) => {
      output += chunk;
      const listening = /BiDi listening on (ws:\S+)/.exec(output)?.[1];
      if (listening) resolve(listening);
    });
  });

  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  const waiting = new Map<number, (reply: Reply) => void>();
  socket.addEventListener('message', ({ data }) => {
    const reply: Reply = JSON.parse(String(data));
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  let sent = 0;
  async function call(method: string, params: object = {}) {
    const id = ++sent;
    const replied = new Promise<Reply>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await replied;
    if (error) throw new Error(`Firefox, ${method}: ${error}: ${message}`);
    return result;
  }

  const { capabilities } = await call('session.new', { capabilities: {} });
  const tabs = async (): Promise<string[]> =>
    (await call('browsingContext.getTree')).contexts.map((tab: { context: string }) => tab.context);
  let [context = ''] = await tabs();
  return {
    name: `Firefox ${capabilities.browserVersion}`,
    open: (url) => call('browsingContext.navigate', { context, url, wait: 'complete' }),
    run: async (inPage, ...args) => {
      const expression = `JSON.stringify((${inPage})(...${JSON.stringify(args)}) ?? null)`;
      const reply = await call('script.evaluate', {
        expression,
        target: { context },
        awaitPromise: false,
      });
      if (reply.type !== 'success') throw new Error(reply.exceptionDetails.text);
      return JSON.parse(reply.result.value);
    },
    act: (actions) => call('input.performActions', { context, actions }),
    tabs,
    turnTo: async (tab) => {
      context = tab;
      await call('browsingContext.activate', { context });
    },
    resize: (width, height) =>
      call('browsingContext.setViewport', { context, viewport: { width, height } }),
    quit: async () => {
      child.removeAllListeners('exit');
      const ended = once(child, 'exit');
      await call('browser.close').catch(() => child.kill());
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the replies of a protocol, of which we read a few fields
type Reply = { id: number; result?: any; error?: string; message?: string };
