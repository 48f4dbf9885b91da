import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../deploy/tools.ts';
import { asInstalled, commandsOf, isRun, NOT_RUN } from './commands.ts';

// The commands themselves: npm run documents.
test('every command of README and install.md is run by a trial, or stands under a heading that says why not', async () => {
  const all = [...(await commandsOf('README.md')), ...(await commandsOf('docs/install.md'))];
  expect(all.filter(isRun).length).toBeGreaterThan(40);
  for (const [title] of NOT_RUN) expect(all.map(({ heading }) => heading)).toContain(title);
  expect(all.some(({ typed }) => /^balcao-[\d.]+\/balcao help$/.test(typed))).toBe(true);
  expect(asInstalled('DATA_DIR=FOLDER balcao restore FILE')).toBe(
    'runuser -u balcao -- env DATA_DIR=FOLDER /opt/balcao/balcao restore FILE',
  );
  expect(asInstalled('balcao user create LOGIN "NAME" [--admin]')).toBe(
    'runuser -u balcao -- /opt/balcao/balcao user create vera "NAME" --admin',
  );
});

test('every link between the documents leads to a file and its heading', () => {
  const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT });
  const broken = documents.flatMap((document) =>
    linksOf(document).filter((link) => !leads(document, link)),
  );
  expect(broken).toEqual([]);
  expect(leads('README.md', 'docs/no-such.md')).toBe(false);
  expect(leads('README.md', '#no-such-heading')).toBe(false);
});

test('every source file that a document names is there', () => {
  const files = globSync('{apps,bench,e2e,packages,scripts,trials}/**/*.{ts,tsx,mjs}', {
    cwd: ROOT,
    exclude: (name) => /node_modules|dist/.test(name),
  });
  const isThere = (named: string) =>
    files.some((file) => file === named || file.endsWith(`/${named}`));
  const named = globSync(['*.md', 'docs/*.md'], { cwd: ROOT, exclude: ['CHANGELOG.md'] }).flatMap(
    (document) =>
      [...read(document).matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g)].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !/^x[.-]/.test(name) && !isThere(name))).toEqual([]);
});

function linksOf(document: string): string[] {
  const links = read(document).matchAll(/\]\(([^)\s]+)\)/g);
  return [...links].map(([, to]) => to as string).filter((to) => !/^https?:/.test(to));
}

function leads(document: string, link: string): boolean {
  const [to = '', anchor] = link.split('#');
  const target = to ? path.join(path.dirname(document), to) : document;
  if (!existsSync(path.join(ROOT, target))) return false;
  return !anchor || anchorsOf(read(target)).includes(anchor);
}

/** The anchors of its headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  const headings = text.replaceAll(/^```[\s\S]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function read(document: string): string {
  return readFileSync(path.join(ROOT, document), 'utf8');
}
