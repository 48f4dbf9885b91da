import type { PersonalData } from '@balcao/contract/people.ts';
import { foldText } from '@balcao/domain/search-text.ts';
import type { PersonKind } from '../../database/clients-and-students.ts';
import type { Db, Tx } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import { type Actor, recordAudit } from '../audit/audit.service.ts';
import { listCorrectionsOfPerson } from '../corrections/corrections.service.ts';
import { readSale } from '../sales/sales.service.ts';
import {
  companionsOf,
  linkedTo,
  lockPerson,
  mergedInto,
  nameCorrectionsOf,
  parkedSalesOf,
  replaceIdentity,
  type StoredPerson,
  salesOf,
} from './personal-data.repository.ts';

/** The operator names a person by their number; an administrator by their record, and types the name. */
export type WhosePersonalData = { kind: PersonKind } & (
  | { number: string }
  | { id: number; consent: string; actor: Actor }
);

/** Everything that the shop stores about one person. Throws not_found and name_differs. */
export async function exportPerson(db: Db, whose: WhosePersonalData): Promise<PersonalData> {
  const { kind } = whose;
  return inTransaction(db, async (tx) => {
    const person = await lockedPerson(tx, whose);
    const merged = await mergedInto(tx, kind, person.id);
    const sales: PersonalData['sales'] = [];
    for (const { id, deleted_at } of await salesOf(tx, kind, person.id)) {
      const sale = await readSale(tx, id);
      if (!sale) throw new Error(`Sale ${id} has no row`);
      sales.push({ ...sale, deleted_at: deleted_at?.toISOString() ?? null });
    }
    const companions = await companionsOf(tx, kind, person.id);
    const names = await nameCorrectionsOf(tx, kind, person.id);
    const records = { kind, records: [person, ...merged].map(({ id }) => id) };
    const corrections = await listCorrectionsOfPerson(tx, records);
    const linked = await linkedTo(tx, kind, person.id);
    const parked = await parkedSalesOf(tx, kind, person.number);
    await recordAudit(tx, {
      actor: actorOf(whose),
      action: `${kind}.exported`,
      subjectId: person.id,
      after: { sales: sales.length, [OTHERS[kind]]: companions.length },
    });
    return {
      exported_at: new Date().toISOString(),
      person: shown(person),
      merged: merged.map(shown),
      names: names.map((each) => ({ ...each, at: each.at.toISOString() })),
      sales,
      corrections,
      companions: companions.map(shown),
      linked: linked.map(shown),
      parked_sales: parked.map((order) => ({
        ...order,
        parked_at: order.parked_at.toISOString(),
      })),
    };
  });
}

/**
 * Replaces a person's name and number by a pseudonym, in their record and in all their sales; sales and sums
 * stay. Their parked orders stay without them, their returns without a reason. Somebody new may use the number. Throws not_found and
 * name_differs.
 */
export async function anonymisePerson(db: Db, whose: WhosePersonalData) {
  const { kind } = whose;
  return inTransaction(db, async (tx) => {
    const { id } = await lockedPerson(tx, whose);
    const sales = (await salesOf(tx, kind, id)).length;
    const companions = (await companionsOf(tx, kind, id)).length;
    const pseudonym = await replaceIdentity(tx, kind, id);
    await recordAudit(tx, {
      actor: actorOf(whose),
      action: `${kind}.anonymised`,
      subjectId: id,
      after: { sales },
    });
    return { id, pseudonym, sales, companions };
  });
}

const OTHERS = { client: 'students', student: 'clients' } as const;

const actorOf = (whose: WhosePersonalData) => ('actor' in whose ? whose.actor : null);

const shown = (person: StoredPerson) => ({
  ...person,
  created_at: person.created_at.toISOString(),
});

async function lockedPerson(tx: Tx, whose: WhosePersonalData): Promise<StoredPerson> {
  const person = await lockPerson(tx, whose.kind, whose);
  if (!person) throw new Refusal('not_found');
  if ('consent' in whose && foldText(whose.consent) !== foldText(person.name || person.number)) {
    throw new Refusal('name_differs', { field: 'body/name' });
  }
  return person;
}
