import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // A process per file, and no more of them than the build machine has cores.
    pool: 'forks',
    maxWorkers: 2,
    setupFiles: ['./vitest.setup.ts'],
    restoreMocks: true,
    unstubEnvs: true,
    // A test that passes only the second time is flaky, and a flaky test is a bug.
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
          // The first test of a file creates its database on a real PostgreSQL.
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'scripts',
          include: ['scripts/**/*.test.ts'],
          // They start processes, and some of these stop slowly.
          testTimeout: 30_000,
        },
      },
    ],
  },
});
