import type { BoxReport, CashBox, OwnBox } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import { centsFromReais, reaisFromCents, ZERO } from '@balcao/domain/money.ts';
import { refuseClosedMonthNow } from '../../database/clock.ts';
import type { Db } from '../../database/connection.ts';
import { inTransaction, refusalOf } from '../../database/transaction.ts';
import { Refusal } from '../../request/refusal.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { closingOfBox, takingsOfBox } from '../closings/closings.service.ts';
import { shopSettings } from '../settings/settings.service.ts';
import { cashBoxOf, reportOf } from './box-record.ts';
import {
  boxesNotClosed,
  findBox,
  insertBox,
  lastClosedBox,
  readBoxRow,
} from './cash-boxes.repository.ts';

export async function readOwnBox(db: Db, seller: { id: number }): Promise<OwnBox> {
  const { cash_box, withdrawal_limit_cents } = await shopSettings(db);
  const [box] = await boxesNotClosed(db, seller.id);
  const last = await lastClosedBox(db, seller.id);
  return {
    cash_box,
    withdrawal_limit: reaisFromCents(withdrawal_limit_cents),
    box: box ? cashBoxOf(box) : null,
    closing: !box && last?.today ? await closingOfBox(db, last.id) : null,
    suggested_float: reaisFromCents(last?.cash ?? ZERO),
  };
}

/** Throws box_already_open, clock_in_closed_month, and not_allowed where the settings ask for no box. */
export async function openBox(
  db: Db,
  seller: { id: number; name: string },
  float: number,
): Promise<CashBox> {
  try {
    return await inTransaction(db, async (tx) => {
      const { cash_box } = await shopSettings(tx);
      if (cash_box === 'simple') throw new Refusal('not_allowed');
      await refuseClosedMonthNow(tx);
      const id = await insertBox(tx, {
        seller_id: seller.id,
        seller_name: seller.name,
        float_cents: centsFromReais(float),
      });
      const after = { float };
      await recordAudit(tx, seller, 'box.opened', { subjectId: id, after });
      return cashBoxOf(await readBoxRow(tx, id));
    });
  } catch (error) {
    throw refusalOf(error, { one_open_box: 'box_already_open' });
  }
}

/** The boxes of all sellers that have not closed, oldest first. */
export async function listOpenBoxes(db: Db): Promise<CashBox[]> {
  return (await boxesNotClosed(db)).map(cashBoxOf);
}

/** The sums that an open box should hold, all at one moment. Throws not_found. */
export async function readBox(db: Db, id: number): Promise<BoxReport> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const box = await findBox(tx, id);
      if (!box || box.closed) throw new Refusal('not_found');
      return reportOf(box, await takingsOfBox(tx, box));
    });
}
