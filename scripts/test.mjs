// npm test: what CI runs. The browser tests of the specification run always, all others where a change made them due.
// Stops at the first stage that fails.
import { dueTrials, runTrials } from '../trials/run-trials.mjs';
import { findBrowser } from './steps/browser.mjs';
import { check } from './steps/checks.mjs';
import { runCommand } from './steps/set-up.mjs';
import { e2eTests, unitTests } from './steps/tests.mjs';

await runCommand({ web: true }, async () => {
  // Before the long stages: a missing browser is reported at once, and not after ten minutes.
  const browser = await findBrowser();
  const due = dueTrials();
  const stages = [
    // Side by side: neither keeps the processors busy alone.
    { what: 'Verificações e testes (Vitest)', run: checksAndUnitTests },
    {
      what: 'Testes no navegador (Playwright)',
      run: () => e2eTests(browser, ['e2e/specification/']),
    },
    { what: 'Ensaios', run: () => runTrials(due) },
  ];
  for (const { what, run } of stages) {
    console.log(`\n── ${what}`);
    const code = await run();
    if (code !== 0) {
      console.log(`\nnpm test: falhou em “${what}”.`);
      return code;
    }
  }
  console.log('\nnpm test: tudo passou.');
  return 0;
});

async function checksAndUnitTests() {
  const codes = await Promise.all([check(), unitTests()]);
  return codes.find((code) => code !== 0) ?? 0;
}
