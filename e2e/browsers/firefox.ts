import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from './browser.ts';

const PROGRAM = '/usr/bin/firefox-esr';
export const FIREFOX_PACKAGES = 'firefox-esr';

/** As a person's: without this a remote Firefox blocks no pop-up, and print() would ask for a printer. */
const PREFERENCES = { 'remote.prefs.recommended': false, 'print.enabled': false };

/** Firefox speaks WebDriver BiDi: JSON over one WebSocket. undefined when it is not installed. */
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
    let said = '';
    child.stderr.on('data', (chunk) => {
      said += chunk;
      const listening = /BiDi listening on (ws:\S+)/.exec(said)?.[1];
      if (listening) resolve(listening);
    });
  });

  const socket = new WebSocket(`${address}/session`);
  await once(socket, 'open');
  const answers = new Map<number, (answer: Answer) => void>();
  socket.addEventListener('message', ({ data }) => {
    const answer: Answer = JSON.parse(String(data));
    answers.get(answer.id)?.(answer);
    answers.delete(answer.id);
  });
  let sent = 0;
  async function call(method: string, params: object = {}) {
    const id = ++sent;
    const answered = new Promise<Answer>((resolve) => answers.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await answered;
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
      const answer = await call('script.evaluate', {
        expression,
        target: { context },
        awaitPromise: false,
      });
      if (answer.type !== 'success') throw new Error(answer.exceptionDetails.text);
      return JSON.parse(answer.result.value);
    },
    act: (actions) => call('input.performActions', { context, actions }),
    tabs,
    turnTo: async (tab) => {
      context = tab;
      await call('browsingContext.activate', { context });
    },
    resize: (width, height) =>
      call('browsingContext.setViewport', { context, viewport: { width, height } }),
    picture: async () => (await call('browsingContext.captureScreenshot', { context })).data,
    quit: async () => {
      child.removeAllListeners('exit');
      const ended = once(child, 'exit');
      await call('browser.close').catch(() => child.kill());
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of a protocol, of which a few fields are read
type Answer = { id: number; result?: any; error?: string; message?: string };
