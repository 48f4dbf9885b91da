import { defineConfig } from '@playwright/test';
import { disableFeatures } from './browser-features.ts';

/** Chromium has no sandbox for root, the user of a bare container. */
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

// Each worker starts a server on a copy of the database from the global setup; between two tests the data
// are put back (fixtures.ts).
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  globalSetup: './prepared-shop.ts',
  outputDir: 'test-results',
  reporter: 'list',
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  // One more than the build machine has cores: many tests wait, for a retry or for the end of a message.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    browserName: 'chromium',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1366, height: 768 },
    // Each frame of an animation is drawn without a graphics card. Dialogs, dragging and whole days have them.
    reducedMotion: 'reduce',
    // The tests of a worker follow each other in one window: opening another one costs as much as loading the
    // application three times. Between two tests Playwright empties it of cookies, storage, cached files, routes,
    // scripts, clock and other tabs.
    reuseContext: true,
    launchOptions: {
      // Set by scripts/steps/browser.mjs; without it Playwright uses its own browser.
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        // Without internet access the browser's own requests would only wait.
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Without a graphics card, drawing on an emulated one costs a tenth of the run.
        '--disable-gpu',
        // One process draws all pages of a worker: another one for each tab and site is a tenth of the run.
        '--renderer-process-limit=1',
        '--disable-site-isolation-trials',
        disableFeatures,
        ...sandbox,
      ],
    },
  },
});
