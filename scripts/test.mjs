// npm test: everything that CI asks for. Stops at the first stage that fails.
import { findBrowser } from './steps/browser.mjs';
import { check } from './steps/checks.mjs';
import { setUp } from './steps/set-up.mjs';
import { e2eTests, unitTests } from './steps/tests.mjs';
import { runCommand, say } from './steps/words.mjs';

await runCommand(async () => {
  const node = await setUp({ web: true });
  // Before the long stages: who lacks a browser shall not learn it after ten minutes.
  const browser = await findBrowser(node);
  const stages = [
    { what: 'Verificações', run: () => check(node) },
    { what: 'Testes (Vitest)', run: () => unitTests(node) },
    { what: 'Testes no navegador (Playwright)', run: () => e2eTests(node, browser) },
  ];
  for (const { what, run } of stages) {
    say(`\n── ${what}`);
    const code = await run();
    if (code !== 0) {
      say(`\nnpm test: falhou em “${what}”.`);
      return code;
    }
  }
  say('\nnpm test: tudo passou.');
  return 0;
});
