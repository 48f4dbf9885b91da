import { cents, reaisFromCents } from '@balcao/domain/money.ts';
import type { Tx } from '../database/connection.ts';
import { drawerCash } from '../features/cash-boxes/box-record.ts';
import { readBoxRow } from '../features/cash-boxes/cash-boxes.repository.ts';
import { countBox, settleBox } from '../features/cash-boxes/count-box.ts';
import { takingsOfBox } from '../features/closings/closings.service.ts';
import { anOpenBox } from '../testing/boxes.ts';
import { dateBox, type Past, putInBox } from './past.repository.ts';

type Person = { id: number; name: string };
type CountedDay = { seller: Person; administrator: Person; openedAt: Date; at: Date };

const FLOAT = cents(100_00);
/** More than the settings allow, so that an administrator has to accept it. */
const LACKING = 7_50;

/** A seller counts what was sold in a day, which lacks some reais, and the administrator closes the box. */
export async function countDay(
  tx: Tx,
  past: Past,
  { seller, administrator, openedAt, at }: CountedDay,
): Promise<void> {
  const { id } = await anOpenBox(tx, seller, { float: FLOAT, openedAt });
  await putInBox(tx, id);
  const box = await readBoxRow(tx, id);
  const expected = drawerCash(box, await takingsOfBox(tx, box));
  const cash = reaisFromCents(cents(Math.max(0, expected - LACKING)));
  await countBox(tx, { actor: { ...seller, admin: false }, id }, { cash });
  const settling = { actor: { ...administrator, admin: true }, id };
  const { closing } = await settleBox(tx, settling, { reason: 'Troco dado a mais' });
  if (!closing) throw new Error(`Box ${id} was not closed`);
  await dateBox(tx, id, at);
  past.closed(closing.id, at);
}
