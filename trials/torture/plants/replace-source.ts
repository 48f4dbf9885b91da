import { registerHooks } from 'node:module';

/** Of a source file of the server, by the end of its path. */
export type Replacement = { file: string; from: string; to: string };

/**
 * Makes the server worse without a switch for that in the server: this text of its source is another one
 * when it is loaded. Throws, and with that the server does not start, where the text is not there.
 */
export function replaceSource(replacements: readonly Replacement[]): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      const wanted = replacements.filter(({ file }) => url.endsWith(file));
      if (wanted.length === 0) return loaded;
      let source = String(loaded.source);
      for (const { file, from, to } of wanted) {
        if (!source.includes(from)) throw new Error(`There is no "${from}" in ${file}`);
        source = source.replace(from, to);
      }
      return { ...loaded, source };
    },
  });
}

/** Instead of the unique key's decision: every insert is made, and nobody minds two sales of a key. */
export const INSERT_ALWAYS: readonly Replacement[] = [
  {
    file: '/features/sales/insert-sales.repository.ts',
    from: 'ON CONFLICT (idempotency_key) DO NOTHING',
    to: '',
  },
];
