import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from './connection.ts';

type Template = [texts: TemplateStringsArray, ...values: unknown[]];

/** rowsOf<Row>(db)`SELECT …`: the rows of a statement. */
export const rowsOf =
  <Row>(db: Db) =>
  async (...statement: Template): Promise<Row[]> =>
    (await sql<Row>(...statement).execute(db)).rows;

/** The first row; undefined for none. */
export const rowOf =
  <Row>(db: Db) =>
  async (...statement: Template): Promise<Row | undefined> =>
    (await rowsOf<Row>(db)(...statement))[0];

/** The row of a statement that always has one. */
export const oneOf =
  <Row>(db: Db) =>
  async (...statement: Template): Promise<Row> =>
    (await rowsOf<Row>(db)(...statement))[0] as Row;

type Condition = RawBuilder<unknown> | '' | false | undefined;

/** All of these conditions that are there; true where none is. */
export const every = (...conditions: Condition[]): RawBuilder<SqlBool> => {
  const given = conditions.filter((condition) => typeof condition === 'object');
  return given.length === 0 ? sql<SqlBool>`true` : sql.join<SqlBool>(given, sql` AND `);
};
