import { registerHooks } from 'node:module';

/** `file` is the end of the path of a source file of the server. */
type Replacement = { file: string; from: string; to: string };

/**
 * Plants a fault by changing the source of the server as it is loaded, so that the server needs no switch
 * for it. Throws when a text is not found, and then the server does not start.
 */
export function replaceSource(...replacements: readonly Replacement[]): void {
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

/** Every insert is made, whether or not the key has a sale. */
export const INSERT_ALWAYS: Replacement = {
  file: '/features/sales/insert-sales.repository.ts',
  from: 'ON CONFLICT (idempotency_key) DO NOTHING',
  to: '',
};
