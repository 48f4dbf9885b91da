import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { NAME, PLATFORM } from '../../scripts/bundle/contents.mjs';
import { ROOT, runTool } from '../deploy/tools.ts';

const SUITE = process.env.SUITE ?? 'bookworm';
const BUNDLE = path.join(ROOT, `bundle/${NAME}-${PLATFORM}.tar.zst`);

// Root, the program debootstrap, a mirror of Debian and some minutes: BUNDLE=1 npm run unit -- trials/bundle
test.skipIf(!process.env.BUNDLE)(
  'a bundle opens, sells, is backed up, restored and upgraded in an empty Debian without network',
  { timeout: 1_200_000 },
  async () => {
    if (!existsSync(BUNDLE)) {
      const made = await runTool(process.execPath, [path.join(ROOT, 'scripts/run.mjs'), 'bundle']);
      expect(made.code, made.output).toBe(0);
    }
    // Not in memory, where debootstrap can make no devices.
    const folder = await mkdtemp('/var/tmp/balcao-');
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const debian = path.join(folder, 'debian');
    const bootstrap = await runTool('debootstrap', ['--variant=minbase', SUITE, debian]);
    expect(bootstrap.code, bootstrap.output).toBe(0);
    for (const folder of ['home/loja/uma pasta', 'srv/loja']) {
      const unpacked = path.join(debian, folder);
      await mkdir(unpacked, { recursive: true });
      const args = ['--no-same-owner', '-xf', BUNDLE, '-C', unpacked];
      const untar = await runTool('tar', args);
      expect(untar.code, untar.output).toBe(0);
    }
    const enter = `ip link set lo up
      mount --make-rprivate /
      mount -t proc proc '${debian}/proc'
      mount --rbind /dev '${debian}/dev'
      exec '${process.execPath}' '${import.meta.dirname}/shop-in-debian-program.ts' '${debian}' ${NAME}`;
    const script = path.join(debian, 'enter.sh');
    await writeFile(script, enter);
    const namespaces = ['--net', '--mount', '--pid', '--fork', '--kill-child'];
    const { code, output } = await runTool('unshare', [...namespaces, 'sh', '-e', script]);
    console.info(output);
    expect(code, output).toBe(0);
  },
);
