import { createInterface } from 'node:readline/promises';

/** Asks at the terminal; throws, with words, where there is none. */
export async function askYes(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new Error('Não há um terminal para perguntar; confirme com --sim.');
  }
  // On the error output: the other one may be on its way into a file.
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(question);
    return answer.trim().toLowerCase() === 'sim';
  } finally {
    terminal.close();
  }
}
