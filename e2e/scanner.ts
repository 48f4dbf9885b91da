import type { Page } from '@playwright/test';

/**
 * Keys with times of the test's own, so that a busy machine makes no hand out of a scanner: each key comes
 * `apart` milliseconds after the one before.
 */
export async function keysOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  // Not before the page's own start: its clock has nothing earlier.
  let at = Date.now();
  const press = async (key: string) => {
    const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
    const pressed = { timestamp: at / 1000, ...(key === 'Enter' ? enter : { key, text: key }) };
    await session.send('Input.dispatchKeyEvent', { type: 'keyDown', ...pressed });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed });
  };
  return async (keys: readonly string[], apart: number) => {
    at += 1_000;
    for (const key of keys) {
      await press(key);
      at += apart;
    }
  };
}

/** What a scanner sends. */
export const codeAndEnter = (code: string) => [...code, 'Enter'];
