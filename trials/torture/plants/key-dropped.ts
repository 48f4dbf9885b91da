// Plants a server that stores the key and never looks it up.
import { INSERT_ALWAYS, replaceSource } from './replace-source.ts';

replaceSource(INSERT_ALWAYS, {
  file: '/features/sales/record-sale.ts',
  from: 'if (references.takenKeys.has(command.key)) return',
  to: 'if (references.takenKeys.has(command.key) && false) return',
});
