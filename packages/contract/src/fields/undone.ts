import { type Static, Type } from 'typebox';
import { Id, Instant, orNull } from './values.ts';

/** Words for a list of changes of many rows, each of which can be undone for a day. */
export const MadeInBulk = {
  id: Id,
  at: Instant,
  by: Type.String(),
  undone: orNull(Type.Object({ at: Instant, by: Type.String(), rows: Type.Integer() })),
  can_undo: Type.Boolean({ description: 'Até 24 horas depois, uma vez' }),
};

/** How many of the rows that an undoing left as they are the response names. */
export const MOST_KEPT = 100;

const KeptRow = Type.Object({
  what: Type.Enum(['product', 'list', 'student', 'client', 'link']),
  name: Type.String({ description: 'Código ou número e nome, como são agora' }),
  why: Type.Enum(['changed', 'used', 'gone'], {
    description: 'Mudou depois; é novo e já foi usado; não existe mais',
  }),
});
export type KeptRow = Static<typeof KeptRow>;

/** What an undoing did, and what it left as it is. */
export const Undone = Type.Object({
  restored: Type.Integer({ description: 'Os que voltaram ao que eram' }),
  removed: Type.Integer({ description: 'Os novos que saíram' }),
  kept: Type.Array(KeptRow, { maxItems: MOST_KEPT, description: 'Os primeiros' }),
  kept_count: Type.Integer(),
});
export type Undone = Static<typeof Undone>;
