import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Problem } from '@balcao/contract/refusal.ts';
import type { Target } from './targets.ts';

/**
 * - level and risk 2 of 5 and 3: from 3 on there are updates of whole tables among the payloads
 * - all six techniques; two seconds tell a sleep apart also on a busy machine, since each is measured
 *   against the others
 * - the tamper gives each request another address, or all after the sixtieth would be 429
 */
export const OPTIONS = [
  ...[
    '--batch',
    '--ignore-stdin',
    '--level=2',
    '--risk=2',
    '--technique=BEUSTQ',
    '--dbms=PostgreSQL',
  ],
  ...['--time-sec=2', '--timeout=20', '--retries=1', '--tamper=xforwardedfor'],
  ...['--ignore-code=401', '--skip-waf', '--flush-session', '--disable-coloring', '-v', '1'],
];

export type Outcome = { injectable: boolean; tested: boolean; output: string };

/** Lets sqlmap try every place of a target. Throws when it did not get as far as trying. */
export async function runSqlmap(origin: string, target: Target): Promise<Outcome> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'balcao-sqlmap-'));
  try {
    const file = path.join(folder, 'request.txt');
    const { host } = new URL(origin);
    await writeFile(file, target.request.replace('Host: 127.0.0.1', `Host: ${host}`));
    const args = ['-r', file, ...OPTIONS, `--output-dir=${path.join(folder, 'out')}`];
    const child = spawn('sqlmap', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const failed = new Promise<never>((_resolve, reject) => child.once('error', reject));
    const output = await Promise.race([text(child.stdout), failed]);
    const injectable = /sqlmap identified the following injection point/.test(output);
    const clean = /all tested parameters do not appear to be injectable/.test(output);
    return { injectable, tested: injectable || clean, output };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function sqlmapVersion(): Promise<string> {
  const child = spawn('sqlmap', ['--version'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const failed = new Promise<never>((_resolve, reject) => child.once('error', reject));
  // It goes on to say that there are newer ones.
  return (await Promise.race([text(child.stdout), failed])).split('\n')[0]?.trim() ?? '';
}

/**
 * What the server says to the request of a target when nothing is put into it. Throws when it would say
 * the same to everything: whoever is not known, or sends what is not understood, tries nothing.
 */
export async function expectWayIn(
  origin: string,
  { name, places, request }: Target,
): Promise<void> {
  const [head = '', body = ''] = request.replaceAll('*', '').split('\r\n\r\n');
  const [line = '', ...headers] = head.split('\r\n');
  const [method = '', address = ''] = line.split(' ');
  const answer = await fetch(new URL(address, origin), {
    method,
    headers: headers
      .filter((each) => each !== '' && !each.startsWith('Host:'))
      .map((each): [string, string] => [each.split(': ')[0] ?? '', each.split(': ')[1] ?? '']),
    ...(body && { body }),
  });
  const code = answer.ok ? undefined : ((await answer.json()) as Problem).code;
  // A mark in every field makes text of all of them; the same with one mark has to be understood.
  const refused = places.some((place) => place.startsWith('body') && !place.endsWith('alone'))
    ? ['not_signed_in', 'not_allowed']
    : ['not_signed_in', 'not_allowed', 'not_found', 'invalid_request', 'invalid_json'];
  if (code !== undefined && refused.includes(code))
    throw new Error(`${name} (${places}) is refused: ${code}`);
}
