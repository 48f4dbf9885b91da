import { defineConfig } from '@playwright/test';
import { disableFeatures } from './browser-features.ts';

/** Chromium refuses its own sandbox to root, which is who runs the tests in a bare container. */
const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

// The server of a test is started by its fixtures (fixtures.ts), each with a database of its own:
// a copy of the one that the global setup prepares.
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // They prove nothing: they are for people to look at, and made when asked for.
  testIgnore: process.env.SCREENSHOTS ? [] : ['**/screenshots.spec.ts'],
  globalSetup: './global-setup.ts',
  outputDir: 'test-results',
  reporter: 'list',
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    viewport: { width: 1366, height: 768 },
    // Pictures of every step cost an eighth of the whole run; the page's own snapshots tell enough.
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      // Named by scripts/steps/browser.mjs; without it Playwright looks for its own.
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        // A test machine may have no way out: the browser's own errands would only wait for it.
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        disableFeatures,
        ...sandbox,
      ],
    },
  },
});
