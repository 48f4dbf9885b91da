import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeEmptyDatabase, temporaryFolder } from '@balcao/server/src/testing/app.ts';
import { expect, test, vi } from 'vitest';
import { deployed, freePort, keepRunning, ROOT, runTool, whyNo } from './tools.ts';

test('the compose file is valid, and refuses to start without a password of the database', async ({
  skip,
}) => {
  const plugin = await whyNo('docker', 'compose', 'version');
  const why = plugin && (await whyNo('docker-compose', 'version'));
  if (why) skip(`${plugin}; ${why}`);
  const file = path.join(ROOT, 'deploy/compose.yaml');
  const config = (password: string) => {
    const args = ['-f', file, 'config', '--quiet'];
    const env = { DB_PASSWORD: password };
    return plugin
      ? runTool('docker-compose', args, env)
      : runTool('docker', ['compose', ...args], env);
  };
  const { code, output } = await config('uma-senha');
  expect(code, output).toBe(0);
  expect((await config('')).output).toContain('DB_PASSWORD');
});

type Image = { folder: string; cmd: string[] };

// npm ci twice takes minutes: DOCKERFILE=1 npm run unit -- trials/deploy
test.skipIf(!process.env.DOCKERFILE)(
  'the steps of the Dockerfile, taken in plain folders, make a shop that opens with its screens',
  { timeout: 900_000 },
  async () => {
    const { folder, cmd } = await takeSteps(await deployed('Dockerfile'));
    const [program = '', ...args] = cmd;
    expect(program).toBe('./balcao');
    const env = {
      PORT: String(await freePort()),
      DATA_DIR: path.join(folder, '../data'),
      DATABASE_URL: await makeEmptyDatabase(),
    };
    const running = keepRunning(path.join(folder, program), args, env);
    const opened = () => /está aberto em \S+/.test(running.printed()) || !running.isRunning();
    await vi.waitUntil(opened, { timeout: 60_000 });
    expect(running.printed()).toContain('está aberto em');
    const version = / versão: \d\S+ \([0-9a-f]{8}\)$/m;
    await vi.waitFor(() => expect(running.printed()).toMatch(version));
    const answer = await fetch(`http://127.0.0.1:${env.PORT}/login`);
    expect(await answer.text()).toContain('<script');
    expect((await fetch(`http://127.0.0.1:${env.PORT}/api/health/`)).status).toBe(200);
  },
);

/** Takes COPY and RUN (not those about users) in a new folder for each FROM; returns the last image. */
async function takeSteps(dockerfile: string): Promise<Image> {
  const context = await contextOf(await temporaryFolder());
  const images = new Map<string, Image>();
  let image: Image = { folder: '', cmd: [] };
  const env = { npm_config_cache: path.join(await temporaryFolder(), 'npm') };
  for (const line of dockerfile.replaceAll('\\\n', ' ').split('\n')) {
    const [step = '', ...rest] = line.split(' ');
    if (step === 'FROM') {
      const folder = path.join(await temporaryFolder(), 'opt');
      await mkdir(folder);
      image = { folder, cmd: [] };
      images.set(rest.at(-1) ?? '', image);
    }
    if (step === 'COPY') {
      const from = rest[0]?.startsWith('--from=')
        ? rest.shift()?.slice('--from='.length)
        : undefined;
      const source = from ? images.get(from)?.folder : context;
      const target = rest.pop() ?? '';
      for (const name of rest) {
        const inside = name.replace(/^\/opt\/balcao\//, '');
        const to = target.endsWith('/') ? path.join(target, inside) : target;
        await cp(path.join(String(source), inside), path.join(image.folder, to), {
          recursive: true,
          verbatimSymlinks: true,
        });
      }
    }
    if (step === 'RUN' && !rest.includes('useradd')) {
      const command = `cd "${image.folder}" && ${rest.join(' ')}`;
      const { code, output } = await runTool('sh', ['-c', command], env);
      expect(code, `${line}\n${output}`).toBe(0);
    }
    if (step === 'CMD') image.cmd = JSON.parse(rest.join(' '));
  }
  return image;
}

/** The files that git knows and those that say the commit, without what Dockerfile.dockerignore leaves out. */
async function contextOf(folder: string): Promise<string> {
  const left = (await readFile(path.join(ROOT, 'deploy/Dockerfile.dockerignore'), 'utf8')).split(
    '\n',
  );
  const { output } = await runTool('git', ['-C', ROOT, 'ls-files']);
  for (const file of output.trim().split('\n')) {
    if (left.includes(file.split('/')[0] ?? '')) continue;
    await cp(path.join(ROOT, file), path.join(folder, file), { recursive: true });
  }
  const head = await runTool('git', ['-C', ROOT, 'rev-parse', 'HEAD']);
  await mkdir(path.join(folder, '.git'));
  await writeFile(path.join(folder, '.git/HEAD'), head.output);
  return folder;
}
