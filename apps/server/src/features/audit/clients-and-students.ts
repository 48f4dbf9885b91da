import type { Page, PageQuery } from '@balcao/contract/page.ts';
import { digitsOf } from '@balcao/domain/cpf.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import { clientsOrStudents } from '../../database/clients-and-students.ts';
import type { Db } from '../../database/connection.ts';
import { pageOf, sliceOf } from '../../database/listing.ts';
import { inTransaction } from '../../database/transaction.ts';
import { type Actor, recordAudit } from './audit.service.ts';

/** Finds and creates clients or students, with their audit events. `key` is the column of their number. */
export function auditedClientsOrStudents<Row extends { id: number }>(
  noun: 'client' | 'student',
  key: keyof Row & ('cpf' | 'registration'),
) {
  const people = clientsOrStudents<Row>(`${noun}s`, key);
  return {
    /** Only a whole number finds its person, so that this cannot be used to read through all of them. */
    async find(db: Db, query: PageQuery): Promise<Page<Row>> {
      const slice = sliceOf(query);
      const found = await people.find(db, digitsOf(query.search ?? ''));
      return pageOf(found && slice.offset === 0 ? [found] : [], found ? 1 : 0, slice);
    },

    /** Returns the person with the number, new or existing. An existing one keeps their name. */
    create: (db: Db, actor: Actor, number: string, name: string): Promise<Row> =>
      inTransaction(db, async (tx) => {
        const created = await people.insert(tx, number, tidyText(name));
        if (!created) return (await people.find(tx, number)) as Row;
        // The audit has the id alone, without number and name.
        await recordAudit(tx, { actor, action: `${noun}.created`, subjectId: created.id });
        return created;
      }),
  };
}
