import type { Page, PageQuery } from '@balcao/contract/fields/page.ts';
import { digitsOf } from '@balcao/domain/cpf.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import { clientsOrStudents, type PersonKind } from '../../database/clients-and-students.ts';
import type { Db } from '../../database/connection.ts';
import { pageOf, sliceOf } from '../../database/listing.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import { insertNameCorrection } from './audit.repository.ts';
import { type Actor, recordAudit } from './audit.service.ts';

/**
 * Finds, creates and renames clients or students, with their audit events. A `Companion` is a person of the
 * other kind who is in the same sales.
 */
export function auditedClientsOrStudents<Row extends { id: number; name: string }, Companion>(
  noun: PersonKind,
) {
  const people = clientsOrStudents<Row, Companion>(noun);
  return {
    /** Only a whole number finds its person, so that this cannot be used to read through all of them. */
    findOne: (db: Db, typed: string): Promise<Row | undefined> => people.find(db, digitsOf(typed)),

    /** Of the one who was found. A page past the end is empty. */
    pageOfOne(found: Row | undefined, query: PageQuery): Page<Row> {
      const slice = sliceOf(query);
      return pageOf(found && slice.offset === 0 ? [found] : [], found ? 1 : 0, slice);
    },

    /** Also by the whole number only. At most five; anonymised clients are left out. */
    companions: people.companions,

    /** Returns the person with the number, new or existing. An existing one keeps their name. */
    create: (db: Db, actor: Actor, number: string, name: string): Promise<Row> =>
      inTransaction(db, async (tx) => {
        const created = await people.insert(tx, number, tidyText(name));
        if (!created) return (await people.find(tx, number)) as Row;
        // The audit has the id alone, without number and name.
        await recordAudit(tx, { actor, action: `${noun}.created`, subjectId: created.id });
        return created;
      }),

    /**
     * Corrects the name for sales to come; earlier sales keep their copies. The number has to be the person's,
     * so that counting ids neither reads nor renames anybody. Throws not_found.
     */
    rename: (
      db: Db,
      actor: Actor,
      id: number,
      typed: { number: string; name: string },
    ): Promise<{ id: number; name: string }> =>
      inTransaction(db, async (tx) => {
        const before = await people.lock(tx, id, typed.number);
        if (!before) throw new Refusal('not_found');
        const name = tidyText(typed.name);
        if (name === before.name) return { id, name };
        const eventId = await recordAudit(tx, { actor, action: `${noun}.edited`, subjectId: id });
        await insertNameCorrection(tx, {
          audit_event_id: eventId,
          [`${noun}_id` as const]: id,
          old_name: before.name,
          new_name: name,
        });
        await people.rename(tx, id, name);
        return { id, name };
      }),
  };
}
