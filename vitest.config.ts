import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // A process per file, and no more of them than the smallest machine that builds us has cores.
    pool: 'forks',
    maxWorkers: 2,
    setupFiles: ['./vitest.setup.ts'],
    restoreMocks: true,
    unstubEnvs: true,
    // A test that passes the second time is a test that failed.
    retry: 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'packages+web+bench',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/web/src/**/*.test.{ts,tsx}',
            'bench/**/*.test.ts',
          ],
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts', 'trials/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          // Against a real PostgreSQL, of which the first test of a file makes itself a database.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'scripts',
          include: ['scripts/**/*.test.ts'],
          // They start processes, some of which take their time to stop.
          testTimeout: 30_000,
        },
      },
    ],
  },
});
