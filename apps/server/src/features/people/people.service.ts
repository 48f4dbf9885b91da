import { MOST_SALES } from '@balcao/contract/fields/list-limits.ts';
import type { Page } from '@balcao/contract/fields/page.ts';
import type { Person, PersonDetails, Statement } from '@balcao/contract/people.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { PersonKind } from '../../database/clients-and-students.ts';
import type { Db } from '../../database/connection.ts';
import { pageOf, sliceOf } from '../../database/listing.ts';
import { inTransaction } from '../../database/transaction.ts';
import { businessDay } from '../../request/business-period.ts';
import { Refusal } from '../../request/refusal.ts';
import { insertNameCorrection } from '../audit/audit.repository.ts';
import { type Actor, recordAudit } from '../audit/audit.service.ts';
import { changeUnlessTaken } from '../audit/audited-rows.ts';
import { listCorrectionsOfPerson } from '../corrections/corrections.service.ts';
import { anonymisePerson, exportPerson } from '../personal-data/personal-data.service.ts';
import { listSalesOfPerson } from '../sales/sales.service.ts';
import { companionsOf } from './links.repository.ts';
import {
  countSales,
  findPerson,
  lockPeople,
  mergePeople,
  moveParkedOrders,
  type NameAndNumber,
  NUMBERS,
  type PersonRow,
  peoplePage,
  updatePerson,
} from './people.repository.ts';

type PageRequest = { query: { page?: string; page_size?: string }; body: { search?: string } };

/** What administrators do with the records of clients, or of students. */
export function peopleOf(kind: PersonKind) {
  return {
    /** By name, merged records under those that they were merged into. */
    async list(db: Db, { query, body }: PageRequest): Promise<Page<Person>> {
      const slice = sliceOf(query);
      const { rows, count } = await peoplePage(db, kind, body.search ?? '', slice);
      return pageOf(rows.map(personOf), count, slice);
    },

    /** Throws not_found. */
    async read(db: Db, id: number): Promise<PersonDetails> {
      const person = await foundPerson(db, id);
      const companions = await companionsOf(db, kind, id);
      return {
        ...personOf(person),
        sales_count: await countSales(db, kind, id, MOST_SALES),
        companions: companions.map(({ link, ...companion }) => ({ link, person: companion })),
      };
    },

    /**
     * Corrects name and number for sales to come; earlier sales keep their copies. Throws not_found, and
     * number_taken when somebody else has the number.
     */
    correct: (
      db: Db,
      actor: Actor,
      id: number,
      typed: { number: string; name: string },
    ): Promise<NameAndNumber> =>
      changeUnlessTaken(
        db,
        { index: NUMBERS[kind], code: 'number_taken', field: 'body/number' },
        async (tx) => {
          const [before] = await lockPeople(tx, kind, [id]);
          if (!before) throw new Refusal('not_found');
          const after = { id, number: typed.number, name: tidyText(typed.name) };
          const isRenamed = after.name !== before.name;
          const isRenumbered = after.number !== before.number;
          if (!isRenamed && !isRenumbered) return after;
          await updatePerson(tx, kind, after);
          await moveParkedOrders(tx, kind, before.number, after);
          const eventId = await recordAudit(tx, {
            actor,
            action: `${kind}.edited`,
            subjectId: id,
            // No number stands in the audit, neither the old one nor the new one.
            ...(isRenumbered && { after: { number_corrected: true } }),
          });
          if (isRenamed) {
            await insertNameCorrection(tx, {
              audit_event_id: eventId,
              [`${kind}_id` as const]: id,
              old_name: before.name,
              new_name: after.name,
            });
          }
          return after;
        },
      ),

    /**
     * Joins two records of one person. The sales, links and parked orders of `merged` are then those of `id`;
     * what sales and papers say stays. Throws not_found, same_person and unknown_person.
     */
    async merge(db: Db, actor: Actor, id: number, merged: number): Promise<PersonDetails> {
      if (id === merged) throw new Refusal('same_person', { field: 'body/merged' });
      await inTransaction(db, async (tx) => {
        const people = await lockPeople(tx, kind, [id, merged]);
        const kept = people.find((person) => person.id === id);
        if (!kept) throw new Refusal('not_found');
        const other = people.find((person) => person.id === merged);
        if (!other) throw new Refusal('unknown_person', { field: 'body/merged' });
        const sales = await countSales(tx, kind, merged);
        await mergePeople(tx, kind, id, merged);
        await moveParkedOrders(tx, kind, other.number, kept);
        const after = { merged, sales };
        await recordAudit(tx, { actor, action: `${kind}.merged`, subjectId: id, after });
      });
      return this.read(db, id);
    },

    /** Throws not_found, invalid_day and statement_too_long. */
    async statement(
      db: Db,
      id: number,
      { startDate, endDate }: { startDate: string; endDate: string },
    ): Promise<Statement> {
      const from = businessDay(startDate, 'querystring/startDate');
      const to = businessDay(endDate, 'querystring/endDate');
      const row = await foundPerson(db, id);
      const records = [id, ...row.merged.map((merged) => merged.id)];
      const of = { kind, records, from, to };
      const sales = await listSalesOfPerson(db, of, MOST_SALES + 1);
      if (sales.length > MOST_SALES) throw new Refusal('statement_too_long');
      return { person: personOf(row), sales, corrections: await listCorrectionsOfPerson(db, of) };
    },

    export: (db: Db, actor: Actor, id: number, consent: string) =>
      exportPerson(db, { kind, id, actor, consent }),

    anonymise: async (db: Db, actor: Actor, id: number, consent: string) => {
      await anonymisePerson(db, { kind, id, actor, consent });
      return { message: 'Dados anonimizados.' };
    },
  };

  async function foundPerson(db: Db, id: number): Promise<PersonRow> {
    const person = await findPerson(db, kind, id);
    if (!person) throw new Refusal('not_found');
    return person;
  }
}

const personOf = (row: PersonRow): Person => ({
  ...row,
  created_at: row.created_at.toISOString(),
});
