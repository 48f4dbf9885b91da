import type { PersonalData } from '@balcao/contract/people/personal-data.ts';
import { foldText } from '@balcao/domain/search-text.ts';
import type { Db } from '../../database/connection.ts';
import { type PersonKind, peopleTables } from '../../database/person-kind.ts';
import { openSnapshot } from '../../database/reading-snapshot.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import { type Actor, recordAudit } from '../audit/audit.service.ts';
import { listCorrectionsOfPerson } from '../corrections/corrections.service.ts';
import { listEverySaleOfPerson } from '../sales/sales-lists.service.ts';
import { countSales, lockPeople, personWithId, type StoredPerson } from './people.repository.ts';
import {
  mergedInto,
  nameCorrectionsOf,
  othersIn,
  parkedSalesOf,
  replaceIdentity,
} from './personal-data.repository.ts';

/** An administrator types the name of the person as consent. */
export type WhosePersonalData = { kind: PersonKind; id: number; consent: string; actor: Actor };

/**
 * Everything that the shop stores about one person, as of one moment; of others no whole number. Nobody waits
 * for it. Throws not_found and name_differs.
 */
export async function exportPerson(db: Db, whose: WhosePersonalData): Promise<PersonalData> {
  const { kind } = whose;
  const snapshot = await openSnapshot(db);
  const data = await readAll(snapshot.db, whose).finally(snapshot.end);
  await recordAudit(db, whose.actor, `${kind}.exported`, {
    subjectId: data.person.id,
    after: { sales: data.sales.length, [`${peopleTables[kind].other}s`]: data.companions.length },
  });
  return data;
}

async function readAll(db: Db, whose: WhosePersonalData): Promise<PersonalData> {
  const { kind } = whose;
  const person = await foundPerson(db, whose);
  // A client's file hides the numbers of students, a student's those of clients.
  const hide = { client: masked, student: masked, [kind]: String };
  const merged = await mergedInto(db, kind, person.id);
  const of = { kind, records: [person, ...merged].map(({ id }) => id) };
  const sales = await listEverySaleOfPerson(db, of);
  const companions = await othersIn(db, 'sales', kind, person.id);
  const names = await nameCorrectionsOf(db, kind, person.id);
  const corrections = await listCorrectionsOfPerson(db, of);
  const linked = await othersIn(db, 'client_students', kind, person.id);
  const parked = await parkedSalesOf(db, kind, person.number);
  return {
    exported_at: new Date().toISOString(),
    person: shownPerson(person),
    merged: merged.map(shownPerson),
    names: names.map((each) => ({ ...each, at: each.at.toISOString() })),
    sales: sales.map((sale) => ({
      ...sale,
      client_data: { ...sale.client_data, cpf: hide.client(sale.client_data.cpf) },
      student_data: sale.student_data && {
        ...sale.student_data,
        registration: hide.student(sale.student_data.registration),
      },
    })),
    corrections,
    companions: companions.map(shownToOthers),
    linked: linked.map(shownToOthers),
    parked_sales: parked.map((order) => ({
      ...order,
      client_cpf: hide.client(order.client_cpf),
      student_registration: hide.student(order.student_registration),
      parked_at: order.parked_at.toISOString(),
    })),
  };
}

/**
 * Replaces a person's name and number by a pseudonym, in their record and in all their sales; sales and sums
 * stay. Their parked orders stay without them, their returns without a reason. Somebody new may use the number.
 * Throws not_found and name_differs.
 */
export function anonymisePerson(db: Db, whose: WhosePersonalData): Promise<void> {
  const { kind, actor } = whose;
  return inTransaction(db, async (tx) => {
    const { id } = await foundPerson(tx, whose);
    // No sale to them is recorded until the end.
    const [locked] = await lockPeople(tx, kind, [id]);
    if (!locked) throw new Refusal('not_found');
    const sales = await countSales(tx, kind, id, { deletedToo: true });
    await replaceIdentity(tx, kind, id);
    await recordAudit(tx, actor, `${kind}.anonymised`, { subjectId: id, after: { sales } });
  });
}

const shownPerson = ({ class: ofClass, ...person }: StoredPerson) => ({
  ...person,
  ...(ofClass !== '' && { class: ofClass }),
  created_at: person.created_at.toISOString(),
});

const shownToOthers = (person: StoredPerson) => ({
  ...shownPerson({ ...person, class: '' }),
  number: masked(person.number),
});

/** A CPF keeps its six digits in the middle; the mark of an anonymised one stays. */
const masked = (number: string) =>
  /^\d+$/.test(number)
    ? number.replace(/^.{1,3}|.{1,2}$/g, (digits) => '*'.repeat(digits.length))
    : number;

async function foundPerson(
  db: Db,
  { kind, id, consent }: WhosePersonalData,
): Promise<StoredPerson> {
  const person = await personWithId(db, kind, id);
  if (!person) throw new Refusal('not_found');
  if (foldText(consent) !== foldText(person.name || person.number)) {
    throw new Refusal('name_differs', { field: 'body/name' });
  }
  return person;
}
