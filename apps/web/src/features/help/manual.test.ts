import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { COMMANDS } from '../../../../../scripts/steps/commands.mjs';
import {
  anchorOf,
  files,
  MANUAL,
  picturesIn,
  readGuides,
  readSheet,
} from '../../../manual/read-manual.ts';
import type { Piece } from './guide.ts';

const ROOT = path.join(MANUAL, '../..');
const guides = readGuides();
const sections = [...guides.flatMap((guide) => guide.sections), readSheet()];

/** The sources of what is on the screen, with plain spaces. */
const sources = globSync('{apps/web,packages/contract,packages/domain}/src/**/*.{ts,tsx}', {
  cwd: ROOT,
})
  .filter((file) => !file.includes('.test.') && !file.includes('features/help/'))
  .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
  .join('\n');
const onScreen = plain(sources);

function plain(text: string): string {
  return text.replace(/\s+/g, ' ');
}

/** What is in the elements of one kind. */
function inside(tag: string, pieces: readonly Piece[]): string[] {
  return pieces.flatMap((piece) => {
    if (typeof piece === 'string') return [];
    const [found, attributes, ...rest] = piece;
    if (found !== tag) return inside(tag, rest);
    return [tag === 'a' ? (attributes.hash ?? '') : rest.join('')];
  });
}

const all = (tag: string) => sections.flatMap(({ pieces }) => inside(tag, pieces));

test('every label in the manual is on a screen, letter by letter', () => {
  const labels = all('strong');
  expect(labels.length).toBeGreaterThan(100);
  expect(labels.filter((label) => !onScreen.includes(plain(label)))).toEqual([]);
});

test('every picture of the manual is in its folder, and no other', () => {
  const shown = sections.flatMap(({ pieces }) => picturesIn(pieces));
  const taken = readdirSync(path.join(MANUAL, 'pictures'));
  expect(taken.toSorted()).toEqual([...new Set(shown)].toSorted());
});

test('every link and every “?” leads to a section, of which there is one', () => {
  const anchors = sections.map(({ id }) => id);
  expect(new Set(anchors).size).toBe(anchors.length);
  const helps = [...sources.matchAll(/\bhelp(?:=|: )["']([^"'/]+)["']/g)].map(([, help]) => help);
  expect(helps.length).toBeGreaterThan(10);
  expect([...all('a'), ...helps].filter((to) => !anchors.includes(to as string))).toEqual([]);
  // Links between the files work where they are read as files, too.
  for (const file of files) {
    const links = readFileSync(file, 'utf8').matchAll(/\]\(([^)#\s]+)(?:#([^)]+))?\)/g);
    for (const [, to = '', anchor] of links) {
      const target = readFileSync(path.resolve(path.dirname(file), to), 'utf8');
      const headings = [...target.matchAll(/^#+ (.+)$/gm)].map(([, text]) => anchorOf(text ?? ''));
      if (anchor) expect(headings, `${file} → ${to}#${anchor}`).toContain(anchor);
    }
  }
});

test('every command in the manual exists', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const code = [...all('code'), ...all('pre')]
    .flatMap((text) => text.split('\n'))
    .filter((line) => !/^(?:systemctl|journalctl|useradd|install|mv) /.test(line));
  const commands = code
    .flatMap((text) => [...text.matchAll(/npm run ([\w:]+)/g)])
    .map(([, name]) => name as string);
  expect(commands).toContain('user');
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  const ofBundle = code.flatMap((text) => [...text.matchAll(/balcao ([a-z][a-z:-]*)/g)]);
  const names = ofBundle.map(([, name]) => name as string);
  expect(names).toContain('backup');
  expect(names.filter((name) => !(name in COMMANDS) && name !== 'help')).toEqual([]);
});
