import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from '../deploy/tools.ts';

export type Command = { document: string; heading: string; typed: string };

/** Each line of the blocks of shell of a document, without its comment; lines that go on are one. */
export async function commandsOf(document: string): Promise<Command[]> {
  const text = await readFile(path.join(ROOT, document), 'utf8');
  let heading = '';
  return [...text.matchAll(/^#+ (.*)$|^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, title, block]) => {
    heading = title ?? heading;
    const lines = (block ?? '').replaceAll('\\\n', ' ').split('\n');
    return lines
      .map((line) => line.replace(/(^|\s+)# .*$/, '').replaceAll(/\s+/g, ' '))
      .map((line) => ({ document, heading, typed: line.trim() }))
      .filter(({ typed }) => typed);
  });
}

/** What the trial does not run, by the heading it stands under, and where else it is run. */
export const NOT_RUN: readonly [heading: string, reason: string][] = [
  ['Balcão', 'needs npm and a network: scripts/steps/install.test.ts and every browser test'],
  [
    "A PostgreSQL of one's own, and back",
    'needs another PostgreSQL: external-database.test.ts and restore-backup.test.ts',
  ],
  ['Containers', 'needs Docker: container.test.ts'],
];

export function isRun({ heading, typed }: Command): boolean {
  // The trial has no network; zstd comes with its Debian.
  return !typed.startsWith('apt ') && !NOT_RUN.some(([title]) => title === heading);
}

/** `balcao NAME …` as the unit's user calls it, for a user who is there or is not. */
export function asInstalled(typed: string): string {
  return typed
    .replace(/^(\w+=\S+ )?balcao /, (_all, given = '') => {
      const env = given ? `env ${given}` : '';
      return `runuser -u balcao -- ${env}/opt/balcao/balcao `;
    })
    .replace('LOGIN', /create|disable/.test(typed) ? 'vera' : 'admin')
    .replace('[--admin]', '--admin');
}
