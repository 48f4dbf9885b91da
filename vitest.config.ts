import { statfsSync } from 'node:fs';
import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { TRIAL_FILES } from './trials/guards.mjs';

/** The table has the longest trials first: at the end one of them would run alone. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = TRIAL_FILES.indexOf(relative(import.meta.dirname, moduleId));
      return at === -1 ? TRIAL_FILES.length : at;
    };
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

/** Test data in memory if there is ample room: PostgreSQL waits for the disk with each database it makes. */
const MEMORY = '/dev/shm';
const AMPLE_BYTES = 4 * 1024 ** 3;
if (roomIn(MEMORY) > AMPLE_BYTES) process.env.TMPDIR ??= MEMORY;

function roomIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

export default defineConfig({
  test: {
    // A process per file. One more of them than the build machine has cores: many wait for a process that they started.
    pool: 'forks',
    maxWorkers: 3,
    sequence: { sequencer: SlowFirst },
    setupFiles: ['./vitest.setup.ts'],
    restoreMocks: true,
    // Vitest's own second is too short on a busy machine; a poll ends as soon as it holds.
    expect: { poll: { timeout: 15_000 } },
    unstubEnvs: true,
    // A test that passes only the second time is flaky, and a flaky test is a bug.
    retry: 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'packages+web+bench',
          // Half of the time went into loading the same modules for every file.
          isolate: false,
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
          // Loading the same modules for every file took a third of the time.
          isolate: false,
          // The first test of a file creates its database on a real PostgreSQL. A slow machine takes three times as long.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'scripts',
          include: ['scripts/**/*.test.ts'],
          // They start processes, and some of these stop slowly.
          testTimeout: 60_000,
        },
      },
    ],
  },
});
