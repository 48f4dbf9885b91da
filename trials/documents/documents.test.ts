import { expect, test } from 'vitest';
import { asInstalled, commandsOf, isRun, NOT_RUN } from './commands.ts';

// The commands themselves: npm run documents.
test('every command of README and install.md is run by a trial, or stands under a heading that says why not', async () => {
  const all = [...(await commandsOf('README.md')), ...(await commandsOf('docs/install.md'))];
  expect(all.filter(isRun).length).toBeGreaterThan(40);
  for (const [title] of NOT_RUN) expect(all.map(({ heading }) => heading)).toContain(title);
  expect(all.some(({ typed }) => /^balcao-[\d.]+\/balcao help$/.test(typed))).toBe(true);
  expect(asInstalled('DATA_DIR=./data-new npm run restore -- FILE')).toBe(
    'runuser -u balcao -- env DATA_DIR=./data-new /opt/balcao/balcao restore FILE',
  );
  expect(asInstalled('npm run user -- create LOGIN "NAME" [--admin]')).toBe(
    'runuser -u balcao -- /opt/balcao/balcao user create vera "NAME" --admin',
  );
});
