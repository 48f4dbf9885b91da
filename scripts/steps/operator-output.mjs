/** Ends the command with a message that the operator can act on, shown without a stack trace. */
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
 * Prints how long the work has taken, every 20 s and at its end.
 * @template T
 * @param {string} what printed at the start, e.g. "Instalando as dependências"
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withProgress(what, work) {
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  console.log(`${what}…`);
  const timer = setInterval(() => console.log(`  … ${seconds()} s`), 20_000);
  try {
    const result = await work();
    console.log(`  pronto em ${seconds()} s.`);
    return result;
  } finally {
    clearInterval(timer);
  }
}
