import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { type Browser, until } from './browser.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const LIBRARIES = '/usr/lib';
export const WEBKIT_PACKAGES = 'webkit2gtk-driver xvfb';

/** Debian puts the browser beside the library, in a folder named after the architecture and the version. */
function miniBrowser(): string | undefined {
  return readdirSync(LIBRARIES)
    .flatMap((folder) =>
      ['4.1', '4.0'].map((v) => `${LIBRARIES}/${folder}/webkit2gtk-${v}/MiniBrowser`),
    )
    .find((path) => existsSync(path));
}

/** Controls WebKitGTK by the classic WebDriver, a request for each command. undefined when not installed. */
export async function openWebKit(port: number): Promise<Browser | undefined> {
  const binary = miniBrowser();
  if (!binary || !existsSync(DRIVER) || !existsSync('/usr/bin/Xvfb')) return undefined;
  const screen = spawn('/usr/bin/Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1000x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const display = await new Promise<string>((resolve, reject) => {
    screen.once('error', reject);
    screen.stdout.once('data', (number) => resolve(`:${String(number).trim()}`));
  });
  const driver = spawn(DRIVER, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display, LANG: 'pt_BR.UTF-8' },
    stdio: 'ignore',
  });
  const stop = () => {
    driver.kill();
    screen.kill();
  };

  async function call(method: string, path: string, body?: object) {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`WebKit, ${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }

  try {
    await until('WebKitWebDriver', () => call('GET', '/status').catch(() => false));
    const options = { binary, args: ['--automation'] };
    const { sessionId, capabilities } = await call('POST', '/session', {
      capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } },
    });
    const at = (path: string) => `/session/${sessionId}${path}`;
    return {
      name: `WebKitGTK ${capabilities.browserVersion}`,
      open: (url) => call('POST', at('/url'), { url }),
      run: (inPage, ...args) =>
        call('POST', at('/execute/sync'), { script: `return (${inPage})(...arguments)`, args }),
      act: (actions) => call('POST', at('/actions'), { actions }),
      tabs: () => call('GET', at('/window/handles')),
      turnTo: (handle) => call('POST', at('/window'), { handle }),
      resize: (width, height) => call('POST', at('/window/rect'), { width, height }),
      quit: async () => {
        await call('DELETE', at('')).catch(() => {});
        stop();
      },
    };
  } catch (error) {
    stop();
    throw error;
  }
}
