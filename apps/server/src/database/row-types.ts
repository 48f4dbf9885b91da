import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** A row with a number of its own and the time when it was made. */
export type Numbered = { id: GeneratedAlways<number>; created_at: Generated<Date> };

export type Deletable = {
  deleted_at: ColumnType<Date | null, never, Date>;
  deleted_by: ColumnType<number | null, never, number>;
};

/** With the administrator who approved it, if that was needed. */
export type Approvable = { approved_by: number | null; approved_by_name: string | null };
