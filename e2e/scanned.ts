import type { Locator } from '@playwright/test';
import jsqr from 'jsqr';
import { PNG } from 'pngjs';

/** What a phone reads from the picture on the screen. */
export async function scanned(picture: Locator): Promise<string | undefined> {
  const { data, width, height } = PNG.sync.read(await picture.screenshot());
  // A CommonJS module, whose types say another shape than the one that Playwright imports.
  const read = ((jsqr as { default?: unknown }).default ?? jsqr) as typeof jsqr.default;
  return read(new Uint8ClampedArray(data), width, height)?.data;
}
