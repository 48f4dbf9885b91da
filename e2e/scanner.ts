import type { Page } from '@playwright/test';

/**
 * Types keys `apart` milliseconds after each other by the page's clock, so that a busy machine does not
 * turn a scanner into a hand.
 */
export async function keysOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  let at = 0;
  const press = async (key: string) => {
    const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' };
    const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
    const named = { Enter: enter, Tab: tab }[key] ?? { key, text: key };
    const pressed = { timestamp: at / 1000, ...named };
    const type = key === 'Tab' ? 'rawKeyDown' : 'keyDown';
    await session.send('Input.dispatchKeyEvent', { type, ...pressed });
    await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed });
  };
  return async (keys: readonly string[], apart: number) => {
    at = Math.max(Date.now(), at + 1_000);
    for (const key of keys) {
      await press(key);
      at += apart;
    }
  };
}

/** Types a code and Enter like a scanner. */
export const codeAndEnter = (code: string) => [...code, 'Enter'];
