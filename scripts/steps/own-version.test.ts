import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commitOfClone, ownVersion } from './own-version.mjs';

const NAME = ['-c', 'user.name=Ana', '-c', 'user.email=ana@escola.br'];

test('a clone says its commit without git: on a branch, packed, detached, in a further worktree and in the context of a container', () => {
  const home = mkdtempSync(join(tmpdir(), 'clone-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const git = (folder: string, ...args: string[]) =>
    execFileSync('git', ['-C', folder, ...NAME, ...args], {
      encoding: 'utf8',
      stdio: 'pipe',
    }).trim();
  const commit = (folder: string) => git(folder, 'rev-parse', 'HEAD').slice(0, 8);
  const [clone, worktree, context] = [join(home, 'a'), join(home, 'b'), join(home, 'c')];
  expect(ownVersion()).toMatch(/^\d+\.\d+\.\d+(-dev)? \([0-9a-f]{8}\)$/);
  expect(commitOfClone(home)).toBe('');
  mkdirSync(clone);
  git(clone, 'init', '--quiet', '--initial-branch=main');
  expect(commitOfClone(clone)).toBe('');
  git(clone, 'commit', '--quiet', '--allow-empty', '-m', 'First');
  expect(commitOfClone(clone)).toBe(commit(clone));

  git(clone, 'worktree', 'add', '--quiet', '-b', 'escola/2026', worktree);
  git(worktree, 'commit', '--quiet', '--allow-empty', '-m', 'Second');
  expect(commitOfClone(worktree)).toBe(commit(worktree));
  git(clone, 'pack-refs', '--all');
  expect([commitOfClone(clone), commitOfClone(worktree)]).toEqual([
    commit(clone),
    commit(worktree),
  ]);
  expect(commit(clone)).not.toBe(commit(worktree));

  // What Dockerfile.dockerignore lets through.
  mkdirSync(join(context, '.git'), { recursive: true });
  for (const name of ['HEAD', 'refs', 'packed-refs']) {
    cpSync(join(clone, '.git', name), join(context, '.git', name), { recursive: true });
  }
  expect(commitOfClone(context)).toBe(commit(clone));
  git(worktree, 'checkout', '--quiet', '--detach');
  expect(commitOfClone(worktree)).toBe(commit(worktree));
});
