import { randomUUID } from 'node:crypto';
import type { CountedBox, Movement, OwnBox } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import type { Problem } from '@balcao/contract/problem.ts';
import { centsFromReais } from '@balcao/domain/money.ts';
import type { Reply } from './call.ts';
import { type Counter, untilReply } from './counter.ts';
import type { Account } from './staff-and-stock.ts';

/** From now on what this person sells is in the box, until it is counted. */
async function openBox(counter: Counter, account: Account): Promise<void> {
  const body = { float: 50 };
  const reply = await untilReply(counter, account, 'openBox', { body }, [201, 409]);
  const { code } = reply.body as Partial<Problem>;
  // Another counter of this person was faster, or an earlier try of this one.
  if (reply.status === 409 && code !== 'box_already_open') throw new Error(reply.text);
}

/** Sends a call until it is answered otherwise than for want of a box, which is then opened. */
export async function withBox(
  counter: Counter,
  account: Account,
  send: () => Promise<Reply>,
): Promise<Reply> {
  for (;;) {
    const reply = await send();
    if ((reply.body as Partial<Problem>).code !== 'box_not_open') return reply;
    await openBox(counter, account);
  }
}

/** A supply to the counter's box, which is opened if it is not. */
export async function supplyOpenBox(counter: Counter): Promise<void> {
  const { ledger } = counter;
  const account = counter.account();
  const key = randomUUID();
  const given = { key, body: { kind: 'supply', amount: 10, reason: 'Troco' } };
  ledger.movements.willSend(key);
  const reply = await withBox(counter, account, () =>
    untilReply(counter, account, 'moveCash', given, [201, 409]),
  );
  if (reply.status !== 201) throw new Error(reply.text);
  const { id, amount } = reply.body as Movement;
  ledger.movements.acknowledge(key, id, centsFromReais(amount));
}

/** A supply, or a withdrawal that may be more than the drawer holds. */
export async function moveCash(counter: Counter): Promise<void> {
  const { ledger, random } = counter;
  const key = randomUUID();
  const kind = random.chance(0.5) ? 'supply' : 'withdrawal';
  const body = { kind, amount: (1 + random.below(10_000)) / 100, reason: 'Troco' };
  ledger.movements.willSend(key);
  const given = { key, body };
  const accepted = [201, 403, 409];
  const reply = await untilReply(counter, counter.account(), 'moveCash', given, accepted);
  if (reply.status === 201) {
    const { id, amount } = reply.body as Movement;
    return ledger.movements.acknowledge(key, id, centsFromReais(amount));
  }
  const { code } = reply.body as Problem;
  // What passes the limit together needs an approval.
  const expected = ['drawer_short', 'approval_required', 'box_not_open'];
  if (!expected.includes(code)) throw new Error(reply.text);
  ledger.movements.refused(key);
}

/** The count differs from the sums nearly always; the shop allows any difference. */
export async function countBox(counter: Counter): Promise<void> {
  const { ledger, random } = counter;
  const account = counter.account();
  const own = await untilReply(counter, account, 'readOwnBox', {}, [200]);
  const id = (own.body as OwnBox).box?.id;
  if (id === undefined) return;
  const given = { id, body: { cash: random.below(100_000) / 100 } };
  const reply = await untilReply(counter, account, 'countBox', given, [200, 409]);
  if (reply.status === 409) {
    if ((reply.body as Problem).code !== 'box_counted') throw new Error(reply.text);
    return;
  }
  const { closing } = reply.body as CountedBox;
  if (closing) ledger.closed(closing);
}
