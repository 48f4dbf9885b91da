import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder } from '@balcao/server/src/testing/app.ts';
import { expect, test } from 'vitest';
import { deployed, ROOT, runTool, whyNo } from './tools.ts';

/** The most that `systemd-analyze security` may say: 2.9 of 10. */
const MOST_EXPOSURE = 29;

test('the systemd unit is valid, and safe by the judgement of systemd', async ({ skip }) => {
  const why = await whyNo('systemd-analyze', '--version');
  if (why) skip(why);
  // systemd looks for the programs, which are elsewhere here.
  const unit = (await deployed('balcao.service'))
    .replaceAll('/opt/balcao', ROOT)
    .replaceAll('/usr/bin/node', process.execPath);
  const file = path.join(await temporaryFolder(), 'balcao.service');
  await writeFile(file, unit);
  expect(await runTool('systemd-analyze', ['verify', '--man=no', file])).toEqual({
    code: 0,
    output: '',
  });
  const judge = (most: number) =>
    runTool('systemd-analyze', [
      'security',
      '--no-pager',
      '--offline=true',
      `--threshold=${most}`,
      file,
    ]);
  const { code, output } = await judge(MOST_EXPOSURE);
  expect(code, output).toBe(0);
  expect((await judge(1)).code).not.toBe(0);

  await writeFile(file, unit.replace('KillMode=mixed', 'KillMode=gently'));
  const { output: complaint } = await runTool('systemd-analyze', ['verify', '--man=no', file]);
  expect(complaint).toContain('kill mode');
});
