// npm run NAME: the tools of those who change Balcão. What they are for: CONTRIBUTING.md.
import { join } from 'node:path';
import { runTrials, trialsNamed } from '../trials/run-trials.mjs';
import { findBrowser } from './steps/browser.mjs';
import { check, fix } from './steps/checks.mjs';
import { findCluster } from './steps/debian.mjs';
import { ROOT, runPrograms, runScript } from './steps/processes.mjs';
import { watchedServerProgram } from './steps/server-program.mjs';
import { runCommand } from './steps/set-up.mjs';
import { browserTests, e2eTests, unitTests } from './steps/tests.mjs';

// What is left are the arguments of the tool.
const [name = ''] = process.argv.splice(2, 1);
const given = () => process.argv.slice(2);

/** `web`: it serves the built screens. */
const TOOLS = {
  check: { web: false, run: check },
  fix: { web: false, run: fix },
  unit: { web: false, run: () => unitTests(given()) },
  trials: { web: true, run: () => runTrials(trialsNamed(given())) },
  torture: { web: false, run: () => runScript('trials/torture/torture-program.ts') },
  e2e: { web: true, run: async () => e2eTests(await findBrowser(), given()) },
  browsers: { web: true, run: () => browserTests(given()) },
  conformance: {
    web: false,
    run: () => runScript('scripts/conformance/conformance-program.mjs'),
  },
  bundle: { web: true, run: () => runScript('scripts/bundle/bundle-program.mjs') },
  manual: {
    web: true,
    run: async () =>
      runScript('e2e/manual/manual-program.ts', { CHROMIUM_PATH: await findBrowser() }),
  },
  bench: {
    web: true,
    run: async () =>
      runScript('bench/bench.ts', {
        CHROMIUM_PATH: await findBrowser(),
        NODE_ENV: 'production',
      }),
  },
  failover: {
    web: false,
    async run() {
      await findCluster();
      return runScript('trials/failover/failover-program.ts');
    },
  },
  // Needs the file of npm run bundle.
  documents: { web: false, run: () => runScript('trials/documents/documents-program.ts') },
  // The server and Vite, which both reload on changes. -- --demo for the sample shop.
  dev: {
    web: false,
    run: () =>
      runPrograms(watchedServerProgram(given()), {
        args: [join(ROOT, 'node_modules/vite/bin/vite.js')],
        cwd: join(ROOT, 'apps/web'),
      }),
  },
  // A small shop saved by the version in a folder, by default by this one, for the tests of upgrades.
  'saved-shop': {
    web: true,
    async run() {
      const { saveShop } = await import('../trials/saved-shop/save-shop.mjs');
      console.log((await saveShop(given()[0] ?? ROOT)).join('\n'));
      return 0;
    },
  },
};

const { web, run } = TOOLS[/** @type {keyof typeof TOOLS} */ (name)];
await runCommand({ web }, run);
