import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT, runTool, whyNo } from './tools.ts';

test('the alerts are valid, and fire at what they are for and at nothing else', async ({
  skip,
}) => {
  const why = await whyNo('promtool', '--version');
  if (why) skip(why);
  const checked = await runTool('promtool', [
    'check',
    'rules',
    path.join(ROOT, 'deploy/alerts.yml'),
  ]);
  expect(checked.output).toContain('SUCCESS: 4 rules found');
  const tried = await runTool('promtool', [
    ...['test', 'rules'],
    path.join(import.meta.dirname, 'alerts-test.yml'),
  ]);
  expect(tried.code, tried.output).toBe(0);
});
