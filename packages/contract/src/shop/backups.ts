import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint-types.ts';
import { Instant, orNull } from '../fields/values.ts';

const Backups = Type.Object({
  state: Type.Enum(['ok', 'late', 'failed', 'off'], {
    description: 'off: este servidor não faz backups',
  }),
  last: orNull(
    Type.Object({ at: Instant, bytes: orNull(Type.Integer()) }, { description: 'O mais novo' }),
  ),
  failure: orNull(Type.String({ description: 'Por que o último não foi feito' })),
  step: orNull(
    Type.Enum(['copy', 'check', 'load', 'compare'], { description: 'Do que está sendo feito' }),
  ),
});
export type Backups = Static<typeof Backups>;

export const backupEndpoints = {
  readBackups: { summary: 'O último backup e como estão os backups', answer: Backups },
  makeBackup: {
    summary: 'Começar um backup agora, conferido como o diário; readBackups diz como vai',
    answer: Backups,
  },
} as const satisfies Record<string, Endpoint>;
