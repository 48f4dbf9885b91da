import type { Db, Tx } from '../../database/connection.ts';
import { inTransaction } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { recordAudit } from '../audit/audit.service.ts';
import {
  addTriedCpf,
  addWrongCpf,
  countCreated,
  countMet,
  deleteTriedCpf,
  insertFound,
  insertMet,
  lockSeller,
  type PersonMet,
  strangersAmong,
  wasToldLately,
} from './met-people.repository.ts';

export {
  deleteEnded as sweepMetPeople,
  findOpened as hasOpened,
  lockSeller,
  type PersonMet,
} from './met-people.repository.ts';

/** In an hour a counter serves fewer. */
const MOST_PEOPLE = 120;
const COUNTED_HOURS = 1;
/** A working day, in which an order may wait at the counter. */
const FOUND_HOURS = 24;

export type Viewer = Pick<SignedIn, 'id' | 'name' | 'admin'>;

/**
 * Counts the people whom a seller is about to see and has neither created nor found by CPF. With `together` they
 * count as one, because one CPF brings them. Throws too_many_people, which is in the audit once an hour.
 */
export async function meet(
  db: Db,
  viewer: Viewer,
  people: readonly PersonMet[],
  { together = false } = {},
): Promise<void> {
  if (viewer.admin || people.length === 0) return;
  if ((await strangersAmong(db, viewer.id, people)).length === 0) return;
  const admitted = await inTransaction(db, async (tx) => {
    await lockSeller(tx, viewer.id);
    const strangers = await strangersAmong(tx, viewer.id, people);
    let left = MOST_PEOPLE - (await countMet(tx, viewer.id));
    let counted = false;
    const met = strangers.map(({ own, ...person }) => {
      const counts = !own && !(together && counted);
      if (counts) {
        counted = true;
        left--;
      }
      return { ...person, times: counts ? 1 : 0, hours: own ? FOUND_HOURS : COUNTED_HOURS };
    });
    if (left >= 0 || !counted) await insertMet(tx, viewer.id, met);
    else await tellAdministrators(tx, viewer);
    return left >= 0 || !counted;
  });
  if (!admitted) throw new Refusal('too_many_people');
}

async function tellAdministrators(tx: Tx, viewer: Viewer): Promise<void> {
  if (await wasToldLately(tx, viewer.id, COUNTED_HOURS)) return;
  await recordAudit(tx, viewer, 'people.limit_reached', { subjectId: viewer.id });
}

/**
 * Lets a seller look for a client by CPF. CPFs of nobody are bounded like people: of some a part is known, from an
 * offer. Throws too_many_people.
 */
export async function tryCpf<C extends FoundClient>(
  db: Db,
  viewer: Viewer,
  cpf: string,
  look: () => Promise<C | undefined>,
): Promise<C | undefined> {
  if (viewer.admin) return look();
  // Before the search: of many tries at once each would find what the others have not yet counted.
  const admitted = await inTransaction(db, async (tx) => {
    await lockSeller(tx, viewer.id);
    const counts = await addTriedCpf(tx, viewer.id, cpf, MOST_PEOPLE, COUNTED_HOURS);
    if (!counts) await tellAdministrators(tx, viewer);
    return counts;
  });
  if (!admitted) throw new Refusal('too_many_people');
  const found = await look();
  if (found) await noteClient(db, viewer, found);
  return found;
}

/**
 * Whether a seller may create somebody. To try the CPFs that an offered client may have, one would create people by
 * the hundred to whom nothing is sold; or sell to each, which no queue does: administrators hear of that.
 */
export async function mayCreate(tx: Tx, viewer: Viewer): Promise<boolean> {
  if (viewer.admin) return true;
  await lockSeller(tx, viewer.id);
  const { all, unsold } = await countCreated(tx, viewer.id, COUNTED_HOURS);
  if (all >= MOST_PEOPLE) await tellAdministrators(tx, viewer);
  return unsold < MOST_PEOPLE;
}

type FoundClient = { id: number; number: string };

/**
 * A client who was found by a whole CPF does not count, because nobody can count CPFs up. The CPF itself no longer
 * counts either: it is somebody's.
 */
export async function noteClient(db: Db, viewer: Viewer, found: FoundClient): Promise<void> {
  if (viewer.admin) return;
  await deleteTriedCpf(db, viewer.id, found.number);
  await insertFound(db, viewer.id, { kind: 'client', id: found.id }, FOUND_HOURS);
}

type InSale = { client: number; student: number | undefined };

/**
 * Lets a seller see a sale of another seller, if `check` finds that they know the CPF of its client. If not, the
 * try counts as somebody met. Throws not_found and too_many_people.
 */
export async function openByCpf(
  db: Db,
  viewer: Viewer,
  saleId: number,
  check: (tx: Tx) => Promise<InSale | undefined>,
): Promise<void> {
  const refused = await inTransaction(db, async (tx) => {
    if (viewer.admin) return (await check(tx)) ? undefined : 'not_found';
    await lockSeller(tx, viewer.id);
    if ((await countMet(tx, viewer.id)) >= MOST_PEOPLE) {
      await tellAdministrators(tx, viewer);
      return 'too_many_people';
    }
    const found = await check(tx);
    if (!found) {
      await addWrongCpf(tx, viewer.id, saleId, COUNTED_HOURS);
      return 'not_found';
    }
    await insertFound(tx, viewer.id, { kind: 'sale', id: saleId }, FOUND_HOURS);
    await insertFound(tx, viewer.id, { kind: 'client', id: found.client }, FOUND_HOURS);
    if (found.student) await meet(tx, viewer, [{ kind: 'student', id: found.student }]);
    return undefined;
  });
  if (refused) throw new Refusal(refused);
}
