import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { install, isInstalled } from './install.mjs';
import { pinnedNodePath } from './pinned-node.mjs';

const NPM = resolve('scripts/toolchain/node_modules/npm/bin/npm-cli.js');
const HERE = { os: [process.platform], cpu: [process.arch] };

let root: string;
let native: string;

/** A repository on a machine whose own Node is too old for the one native package it needs. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'install-'));
  native = join(root, 'node_modules/native/package.json');
  vi.spyOn(console, 'log').mockImplementation(() => {});
  vi.stubEnv('npm_execpath', undefined);
  vi.stubEnv('PATH', [join(root, 'machine'), process.env.PATH].join(delimiter));
  const pretend = "Object.defineProperty(process, 'version', { value: 'v18.20.4' });\n";
  writeProgram(
    'machine/npm',
    `#!${process.execPath}\n${pretend}require(${JSON.stringify(NPM)});\n`,
  );

  const node = dirname(dirname(pinnedNodePath(root) ?? ''));
  project('scripts/toolchain', [
    {
      manifest: { name: 'npm' },
      program: { path: 'bin/npm-cli.js', text: `require(${JSON.stringify(NPM)});\n` },
    },
    {
      manifest: { name: node.slice(node.lastIndexOf('/') + 1), ...HERE },
      program: { path: 'bin/node', text: `#!/bin/sh\nexec '${process.execPath}' "$@"\n` },
    },
  ]);
  project('.', [
    { manifest: { name: 'native', ...HERE, engines: { node: '>=20' } } },
    { manifest: { name: 'elsewhere', os: ['aix'], cpu: ['ppc64'] } },
  ]);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

test('what the Node of the machine is too old for is installed, and again when it is gone', async () => {
  await install(root);
  const node = pinnedNodePath(root) ?? '';
  // As in a folder from another platform.
  for (const [file, folder] of [
    [native, dirname(native)],
    [node, dirname(dirname(node))],
  ] as const) {
    expect(isInstalled(root)).toBe(true);
    rmSync(folder, { recursive: true });
    expect(isInstalled(root)).toBe(false);
    await install(root);
    expect(existsSync(file)).toBe(true);
  }
  // Another lock file.
  project('.', []);
  expect(isInstalled(root)).toBe(false);
});

test('a native package that cannot be had stops the set-up and is named', async () => {
  project('.', [{ manifest: { name: 'native', ...HERE, engines: { node: '>=99' } } }]);
  await expect(install(root)).rejects.toThrow('node_modules/native');
  expect(isInstalled(root)).toBe(false);
});

test('a home folder that takes no npm cache is no hindrance', async () => {
  writeFileSync(join(root, 'home'), 'a file, where no folder can be made');
  vi.stubEnv('npm_config_cache', join(root, 'home/.npm'));
  await install(root);
  expect(isInstalled(root)).toBe(true);
});

type Package = {
  manifest: { name: string; os?: string[]; cpu?: string[]; engines?: { node: string } };
  program?: { path: string; text: string };
};

/** A package.json and its lock, with their packages as tarballs, so that no test needs the network. */
function project(folder: string, packages: Package[]) {
  const optionalDependencies: Record<string, string> = {};
  const locked: Record<string, object> = {};
  for (const { manifest, program } of packages) {
    const whole = { ...manifest, version: '1.0.0' };
    const content = join(folder, `${manifest.name}/package`);
    writeProgram(join(content, 'package.json'), JSON.stringify(whole));
    if (program) writeProgram(join(content, program.path), program.text);
    const tarball = `file:${manifest.name}.tgz`;
    const file = join(root, folder, `${manifest.name}.tgz`);
    spawnSync('tar', ['-czf', file, '-C', dirname(join(root, content)), 'package']);
    optionalDependencies[manifest.name] = tarball;
    locked[`node_modules/${manifest.name}`] = { ...whole, resolved: tarball, optional: true };
  }
  const itself = { name: 'shop', version: '1.0.0', optionalDependencies };
  const lock = { ...itself, lockfileVersion: 3, packages: { '': itself, ...locked } };
  writeProgram(join(folder, 'package.json'), JSON.stringify(itself));
  writeProgram(join(folder, 'package-lock.json'), JSON.stringify(lock));
}

function writeProgram(path: string, text: string) {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  chmodSync(file, 0o755);
}
