import path from 'node:path';
import { readIfPresent, replaceFile } from './durable-file.ts';

/** A day, and time for a machine that is turned on later. */
const LATE_MS = 26 * 3_600_000;

/** What the last `doctor --report` found; `late`: it no longer comes every day. */
export type Examination = 'none' | 'ok' | 'attention' | 'problem' | 'late';

const fileIn = (dataDir: string) => path.join(dataDir, 'exame.json');

export async function noteExamination(
  dataDir: string,
  found: 'ok' | 'attention' | 'problem',
): Promise<void> {
  await replaceFile(fileIn(dataDir), `${JSON.stringify({ at: new Date(), found })}\n`);
}

/** Never rejects. */
export async function readExamination(dataDir: string, now = Date.now()): Promise<Examination> {
  try {
    const text = await readIfPresent(fileIn(dataDir));
    if (text === undefined) return 'none';
    const { at, found } = JSON.parse(text);
    if (found === 'ok' && now - Date.parse(at) > LATE_MS) return 'late';
    return ['ok', 'attention', 'problem'].includes(found) ? found : 'none';
  } catch {
    return 'none';
  }
}
