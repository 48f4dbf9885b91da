/** What the person at the terminal reads from the commands goes through here. */

/** @param {string} text */
export function say(text) {
  console.log(text);
}

/** A reason to end the command that the person can act on; shown without a stack trace. */
export class Stop extends Error {
  /**
   * @param {string} message in Portuguese
   * @param {number} exitCode
   */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Runs a command and turns its outcome into the exit code of the process.
 * @param {() => Promise<number>} command answers the exit code
 */
export async function runCommand(command) {
  try {
    process.exitCode = await command();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    if (error.message) console.error(error.message);
    process.exitCode = error.exitCode;
  }
}

/**
 * Keeps a person company during a wait: says how long it has taken, now and then.
 * @template T
 * @param {string} what said at the start, e.g. "Instalando as dependências"
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(what, work) {
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  say(`${what}…`);
  const timer = setInterval(() => say(`  … ${seconds()} s`), 20_000);
  try {
    const result = await work();
    say(`  pronto em ${seconds()} s.`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
