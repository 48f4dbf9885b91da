import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { release } from './release.mjs';

const CHANGES = '# Changelog\n\n## [Unreleased]\n\n- Mais rápido.\n\n## [0.2.0] - 2026-11-22\n';

/** A repository of two packages at 0.2.0, one of which needs the other. */
function repository(changes = CHANGES) {
  const root = mkdtempSync(join(tmpdir(), 'release-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  vi.spyOn(console, 'log').mockImplementation(() => {});
  for (const by of ['AUTHOR', 'COMMITTER']) {
    vi.stubEnv(`GIT_${by}_NAME`, 'Ana');
    vi.stubEnv(`GIT_${by}_EMAIL`, 'ana@exemplo.com');
  }
  const web = {
    name: '@x/web',
    version: '0.2.0',
    dependencies: { '@x/domain': '0.2.0', pg: '8.0.0' },
  };
  const packages = {
    '': { name: 'x', version: '0.2.0' },
    'apps/web': web,
    domain: { name: '@x/domain', version: '0.2.0' },
  };
  const write = (file: string, content: object | string) => {
    mkdirSync(join(root, file, '..'), { recursive: true });
    writeFileSync(
      join(root, file),
      typeof content === 'string' ? content : JSON.stringify(content),
    );
  };
  for (const [folder, manifest] of Object.entries(packages)) {
    write(join(folder, 'package.json'), manifest);
  }
  write('package-lock.json', { version: '0.2.0', packages });
  write('CHANGELOG.md', changes);
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '-m', 'Begin');
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  return { root, git, read, write };
}

const step = () => vi.fn(async () => {});
const steps = () => ({ before: step(), after: step(), pack: step() });

test('a release raises every version, closes the changelog and is tagged, when all its steps succeed', async () => {
  const { root, git, read, write } = repository();
  const all = steps();
  await release(root, '0.10.0', all, { dryRun: true });
  expect(all.after).not.toHaveBeenCalled();
  expect(git('status', '--porcelain')).toBe('');

  all.after.mockImplementation(async () => {
    expect(JSON.parse(read('package.json')).version).toBe('0.10.0');
    write('apps/server/0.10.0.backup', 'a shop');
  });
  all.pack.mockImplementation(async () => {
    expect(git('status', '--porcelain')).toBe('');
    expect(git('tag')).toBe('');
  });
  await release(root, '0.10.0', all);
  expect(all.pack).toHaveBeenCalledOnce();
  expect(git('status', '--porcelain')).toBe('');
  expect(git('describe', '--tags', 'HEAD~1')).toBe('v0.10.0');
  expect(JSON.parse(read('package.json')).version).toBe('0.11.0-dev');
  expect(git('tag', '--list', '--format=%(contents)', 'v0.10.0')).toContain('- Mais rápido.');
  expect(git('show', '--stat', '--format=%s', 'v0.10.0^{commit}')).toMatch(
    /^Balcão 0\.10\.0[\s\S]*0\.10\.0\.backup/,
  );
  const released = (file: string) => JSON.parse(git('show', `v0.10.0:${file}`));
  const lock = released('package-lock.json');
  expect(lock).toMatchObject({ version: '0.10.0', packages: { '': { version: '0.10.0' } } });
  for (const web of [lock.packages['apps/web'], released('apps/web/package.json')]) {
    const dependencies = { '@x/domain': '0.10.0', pg: '8.0.0' };
    expect(web).toMatchObject({ version: '0.10.0', dependencies });
  }
  expect(read('CHANGELOG.md')).toMatch(
    /\[Unreleased\]\n\n## \[0\.10\.0\] - \d{4}-\d\d-\d\d\n\nOf commit `\w{8}`\.\n\n- Mais/,
  );
  expect(read('CHANGELOG.md')).toContain(`\`${git('rev-parse', '--short=8', 'HEAD~1')}\``);
  // Nothing is told yet of what is developed, which its own number may release.
  await expect(release(root, '0.11.0', all)).rejects.toThrow('CHANGELOG.md não diz nada');
  await expect(release(root, '0.10.0', all)).rejects.toThrow('depois da 0.11.0-dev');
});

test('nothing is tagged with uncommitted changes, a failing step, an earlier number or nothing to tell', async () => {
  const { root, git, write } = repository();
  const [failing, never] = [steps(), steps()];
  failing.after.mockRejectedValue(new Error('Os testes não passam.'));
  for (const version of ['0.2.0', '0.1.9', '1.0', 'v1.0.0', '']) {
    await expect(release(root, version, never)).rejects.toThrow('Diga uma versão depois da 0.2.0');
  }
  write('more.txt', 'not committed');
  await expect(release(root, '0.3.0', never)).rejects.toThrow(/fora de um commit[\s\S]*more\.txt/);
  git('add', '--all');
  await expect(release(root, '0.3.0', never)).rejects.toThrow('fora de um commit');
  git('commit', '--quiet', '-m', 'More');
  expect(never.before).not.toHaveBeenCalled();

  await expect(release(root, '0.3.0', failing)).rejects.toThrow('Os testes não passam.');
  expect(git('tag')).toBe('');
  expect(git('log', '-1', '--format=%s')).toBe('More');
  git('reset', '--hard', '--quiet');
  failing.after.mockImplementation(async () => {
    git('commit', '--quiet', '--allow-empty', '-m', 'Meanwhile');
  });
  await expect(release(root, '0.3.0', failing)).rejects.toThrow('Houve um commit');
  git('reset', '--hard', '--quiet');
  const unpacked = { ...steps(), pack: vi.fn().mockRejectedValue(new Error('Sem espaço.')) };
  await expect(release(root, '0.3.0', unpacked)).rejects.toThrow('Sem espaço.');
  expect(git('tag')).toBe('');
  git('reset', '--hard', '--quiet', 'HEAD~1');
  git('tag', 'v0.3.0');
  await expect(release(root, '0.3.0', never)).rejects.toThrow('já existe');
});
