import { MOST_SALES } from '@balcao/contract/fields/list-limits.ts';
import type { Page } from '@balcao/contract/fields/page.ts';
import type {
  Person,
  PersonDetails,
  Purchases,
  Statement,
} from '@balcao/contract/people/people.ts';
import { cents, reaisFromCents } from '@balcao/domain/money.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db } from '../../database/connection.ts';
import { pageOf, sliceOf } from '../../database/listing.ts';
import type { PersonKind } from '../../database/person-kind.ts';
import { businessDay } from '../../request/business-period.ts';
import { Refusal } from '../../request/refusal.ts';
import type { Actor } from '../audit/audit.service.ts';
import { undoableMerges } from '../bulk-changes/undo-once.service.ts';
import { listCorrectionsOfPerson } from '../corrections/corrections.service.ts';
import { listSalesOfPerson, listSalesPageOfPerson } from '../sales/sales-lists.service.ts';
import { peopleAlike } from './alike.repository.ts';
import { mergeRecords } from './changes.service.ts';
import { companionsByName } from './links.repository.ts';
import {
  classesWithStudents,
  countSales,
  findPerson,
  type PersonRow,
  peoplePage,
  purchaseSums,
} from './people.repository.ts';

type PageRequest = {
  query: { page?: string; page_size?: string };
  body: { search?: string; class?: string; by_child?: boolean; alike?: boolean };
};

/** By name, merged records under those that they were merged into. */
export async function listPeople(
  db: Db,
  kind: PersonKind,
  { query, body }: PageRequest,
): Promise<Page<Person>> {
  const slice = sliceOf(query);
  const { rows, count } = await peoplePage(
    db,
    kind,
    {
      search: body.search ?? '',
      ofClass: tidyText(body.class ?? ''),
      byChild: kind === 'client' && body.by_child === true,
      alike: body.alike === true,
    },
    slice,
  );
  return pageOf(rows.map(personOf), count, slice);
}

/** The classes that have students. */
export const listClasses = (db: Db) => classesWithStudents(db);

/** Throws not_found. */
export async function readPerson(db: Db, kind: PersonKind, id: number): Promise<PersonDetails> {
  const person = await foundPerson(db, kind, id);
  const companions = await companionsByName(db, kind, id);
  return {
    ...personOf(person),
    merges: await undoableMerges(db, `${kind}_merge`, id),
    sales_count: await countSales(db, kind, id, { most: MOST_SALES }),
    companions: companions.map(({ link, ...companion }) => ({ link, person: companion })),
    alike: await peopleAlike(db, kind, id),
  };
}

/** What was bought of all time, less what came back, and a page of the sales. Throws not_found. */
export async function readPurchases(
  db: Db,
  kind: PersonKind,
  id: number,
  query: { page?: string; page_size?: string },
): Promise<Purchases> {
  await foundPerson(db, kind, id);
  const sales = await listSalesPageOfPerson(db, { kind, id }, query);
  const { bought, returned, first, last } = await purchaseSums(db, kind, id);
  return {
    ...sales,
    bought: reaisFromCents(bought),
    returned: reaisFromCents(returned),
    net: reaisFromCents(cents(bought - returned)),
    first_at: first?.toISOString() ?? null,
    last_at: last?.toISOString() ?? null,
  };
}

/** Returns the one who stays. Throws what mergeRecords throws. */
export async function mergePerson(
  db: Db,
  actor: NonNullable<Actor>,
  kind: PersonKind,
  records: { id: number; merged: number },
): Promise<PersonDetails> {
  await mergeRecords(db, actor, kind, records);
  return readPerson(db, kind, records.id);
}

/** Throws not_found, invalid_day and statement_too_long. */
export async function readStatement(
  db: Db,
  kind: PersonKind,
  id: number,
  { startDate, endDate }: { startDate: string; endDate: string },
  sentIn: 'querystring' | 'body' = 'querystring',
): Promise<Statement> {
  const from = businessDay(startDate, `${sentIn}/startDate`);
  const to = businessDay(endDate, `${sentIn}/endDate`);
  const row = await foundPerson(db, kind, id);
  const records = [id, ...row.merged.map((merged) => merged.id)];
  const of = { kind, records, from, to };
  const sales = await listSalesOfPerson(db, of, MOST_SALES + 1);
  if (sales.length > MOST_SALES) throw new Refusal('statement_too_long');
  return { person: personOf(row), sales, corrections: await listCorrectionsOfPerson(db, of) };
}

/** One after the other, so that the counters' sales wait for none. Throws what readStatement throws. */
export async function readStudentStatements(
  db: Db,
  { ids, ...period }: { ids: readonly number[]; startDate: string; endDate: string },
): Promise<Statement[]> {
  const statements: Statement[] = [];
  for (const id of ids) statements.push(await readStatement(db, 'student', id, period, 'body'));
  return statements;
}

async function foundPerson(db: Db, kind: PersonKind, id: number): Promise<PersonRow> {
  const person = await findPerson(db, kind, id);
  if (!person) throw new Refusal('not_found');
  return person;
}

const personOf = ({ children, ...row }: PersonRow): Person => ({
  ...row,
  ...(children && { children }),
  created_at: row.created_at.toISOString(),
});
