import type { Page, PageQuery } from '@balcao/contract/fields/page.ts';
import { PERSON_KINDS } from '@balcao/contract/fields/person-kinds.ts';
import type { Client, Student } from '@balcao/contract/people/lookups.ts';
import { CPF_DIGITS, digitsOf, hiddenCpf } from '@balcao/domain/cpf.ts';
import { tidyText } from '@balcao/domain/typed-text.ts';
import type { Db } from '../../database/connection.ts';
import { pageOf, sliceOf } from '../../database/listing.ts';
import { type PersonKind, peopleTables } from '../../database/person-kind.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import { mayCreate, meet, tryCpf, type Viewer } from '../met-people/met-people.service.ts';
import { correctPerson, createPeople } from './changes.service.ts';
import { companionsToOffer } from './links.repository.ts';
import { type NameAndNumber, personWithNumber } from './people.repository.ts';

/** Finds somebody by the whole number, and notes that the seller knows them. Throws too_many_people. */
type Find = (db: Db, viewer: Viewer, number: string) => Promise<NameAndNumber | undefined>;

const findBy: Record<PersonKind, Find> = {
  /** Who says a CPF does not meet its client, but may not try many CPFs of nobody. */
  async client(db, viewer, cpf) {
    if (cpf.length !== CPF_DIGITS) return undefined;
    return tryCpf(db, viewer, cpf, () => personWithNumber(db, 'client', cpf));
  },
  /** Matrículas can be counted up, so a seller who types one meets its student, unless they created that student. */
  async student(db, viewer, registration) {
    const found = await personWithNumber(db, 'student', registration);
    await meet(db, viewer, found ? [{ kind: 'student', id: found.id }] : []);
    return found;
  },
};

/** The number has the name that the specification gives it. */
const shownPerson = (kind: PersonKind, { id, number, name }: NameAndNumber) =>
  ({ id, [PERSON_KINDS[kind].numberField]: number, name }) as Client & Student;

/**
 * Only a whole number finds its person, so that nobody can read through all people. A page past the
 * end is empty. Throws too_many_people.
 */
export async function findPeople(
  db: Db,
  viewer: Viewer,
  kind: PersonKind,
  query: PageQuery,
): Promise<Page<Client & Student>> {
  const found = await findBy[kind](db, viewer, digitsOf(query.search ?? ''));
  const slice = sliceOf(query);
  const page = found && slice.offset === 0 ? [shownPerson(kind, found)] : [];
  return pageOf(page, found ? 1 : 0, slice);
}

/**
 * Returns the person with the number, new or existing. An existing one keeps their name, and counts as if a search
 * had found them. Throws too_many_people.
 */
export async function createPerson(
  db: Db,
  viewer: Viewer,
  kind: PersonKind,
  typed: { number: string; name: string },
): Promise<Client & Student> {
  const { number } = typed;
  const findOrCreate = () =>
    inTransaction(db, async (tx) => {
      const known = await personWithNumber(tx, kind, number);
      if (known) return known;
      if (!(await mayCreate(tx, viewer))) return undefined;
      const people = [{ number, name: tidyText(typed.name), class: '' }];
      const { created } = await createPeople(tx, viewer, kind, people);
      // Or another request has created them meanwhile.
      return created[0] ?? personWithNumber(tx, kind, number);
    });
  const isClient = kind === 'client';
  const person = await (isClient ? tryCpf(db, viewer, number, findOrCreate) : findOrCreate());
  if (!person) throw new Refusal('too_many_people');
  if (!isClient) await meet(db, viewer, [{ kind, id: person.id }]);
  return shownPerson(kind, person);
}

/** Corrects the name of the person with this number. Throws not_found for another's, and too_many_people. */
export async function renamePerson(
  db: Db,
  viewer: Viewer,
  kind: PersonKind,
  person: NameAndNumber,
): Promise<NameAndNumber> {
  await findBy[kind](db, viewer, person.number);
  return correctPerson(db, viewer, kind, person, { nameOnly: true });
}

/**
 * The people of the other kind with whom they bought. A client's students count as one, because one CPF brings
 * them; a student's clients are shown without their whole CPF. Throws too_many_people.
 */
export async function findCompanions(
  db: Db,
  viewer: Viewer,
  kind: PersonKind,
  number: string,
): Promise<(Client & Student & { own_sale?: true })[]> {
  const person = await findBy[kind](db, viewer, number);
  if (!person) return [];
  const { other } = peopleTables[kind];
  const companions = await companionsToOffer(db, kind, person.id, viewer.id);
  const met = companions.map(({ id }) => ({ kind: other, id }));
  await meet(db, viewer, met, { together: other === 'student' });
  const hidden = (found: string) => (other === 'client' ? hiddenCpf(found) : found);
  return companions.map((each) => ({
    ...shownPerson(other, { ...each, number: hidden(each.number) }),
    ...(each.own && { own_sale: true as const }),
  }));
}
