import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/*
 * The commands begin on the Node of the machine, which brings our own: Debian 12 has 18, which `engines` names. There
 * an import by name of something newer ends every command with a SyntaxError, also if nothing ever calls it.
 */

/** The imports of those files, each seen in Node 18.20. */
const IN_NODE_18: Readonly<Record<string, string>> = {
  'node:child_process': 'execFileSync spawn spawnSync',
  'node:crypto': 'createHash randomUUID',
  'node:events': 'once',
  'node:fs':
    'accessSync chmodSync closeSync constants copyFileSync existsSync mkdirSync mkdtempSync openSync readdirSync readFileSync renameSync rmSync statSync utimesSync writeFileSync',
  'node:os': 'availableParallelism constants homedir loadavg tmpdir',
  'node:path': 'delimiter dirname isAbsolute join relative resolve',
  'node:timers/promises': 'setTimeout',
  'node:url': 'fileURLToPath',
  'node:util': '',
  'node:zlib': 'brotliCompressSync constants gzipSync',
};

const IMPORT = /\b(?:from|import)\s*\(?\s*['"]([^'"\n]+)['"]/g;
const BY_NAME = /\bimport\b([^;'"]*)\bfrom\s*['"](node:[^'"]+)['"]/g;
/** `import.meta.dirname` is of Node 20, `using` of 24. */
const NEWER = /\bimport\.meta\.(?!url\b)\w+|\bawait using\b|^\s*using \w+ =/gm;

function notIn18(source: string): string[] {
  const unknown = [...source.matchAll(BY_NAME)].flatMap(([, clause = '', module = '']) => {
    const known = IN_NODE_18[module]?.split(' ');
    if (!known) return [module];
    const inBraces = /\{([^}]*)\}/.exec(clause)?.[1] ?? '';
    const names = inBraces.split(',').map((name) => name.trim().split(/\s/)[0] ?? '');
    return names.filter((name) => name && !known.includes(name)).map((name) => `${module} ${name}`);
  });
  return [...unknown, ...(source.match(NEWER) ?? [])];
}

test('what runs before our own Node is there uses only what Node 18 has', () => {
  const { scripts, engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(engines).toEqual({ node: '>=18' });
  const begun = Object.values<string>(scripts).map((line) => /node (\S+)/.exec(line)?.[1] ?? '');
  // A set that grows while it is walked.
  const files = new Set([...begun, 'scripts/balcao.mjs']);
  const newer: Record<string, string[]> = {};
  for (const file of files) {
    const source = readFileSync(file, 'utf8');
    for (const [, name = ''] of source.matchAll(IMPORT)) {
      if (name.startsWith('.')) files.add(join(dirname(file), name));
    }
    const found = notIn18(source);
    if (found.length > 0) newer[file] = found;
  }
  expect([...files]).toContain('scripts/steps/bundle-folder.mjs');
  // If Node 18 has it after all (nodejs.org/docs/latest-v18.x), it belongs in the list above.
  expect(newer).toEqual({});
});

test('an import by name of something newer is found', () => {
  expect(notIn18("import { inspect, parseEnv as parse } from 'node:util';")).toEqual([
    'node:util inspect',
    'node:util parseEnv',
  ]);
  expect(
    notIn18(
      "import util from 'node:util';\nimport {\n  join,\n  matchesGlob,\n} from 'node:path';",
    ),
  ).toEqual(['node:path matchesGlob']);
  expect(notIn18("import { DatabaseSync } from 'node:sqlite';")).toEqual(['node:sqlite']);
  expect(notIn18('const here = import.meta.dirname;')).toEqual(['import.meta.dirname']);
});
