import type { StatementLine } from '@balcao/contract/bank.ts';
import type { Connection } from '../database/connection.ts';
import { addStatement } from '../features/bank/statements.service.ts';
import { aPaymentMethod, aSale, type BuiltUser, saleParts } from './builders.ts';

let made = 0;

/** A line of March 2026 that no other has. */
export const aStatementLine = (given: Partial<StatementLine> = {}): StatementLine => ({
  ...{ day: '2026-03-02', time: '10:00', amount: 1_000 + ++made, txid: null, end_to_end: null },
  ...{ kind: 'pix', memo: 'PIX RECEBIDO' },
  ...given,
});
export const aStatement = (
  lines: StatementLine[] = [aStatementLine()],
  [from, to] = ['2026-03-01', '2026-03-31'],
) => ({
  from,
  to,
  account: '',
  account_in_file: '',
  direction: 'file' as 'file' | 'person',
  shows_sent: true,
  lines,
});
const march = { query: { startDate: '2026-03-01', endDate: '2026-03-31' } };

/** Requests that succeed for an administrator. */
export function validBankCalls({ db, pool }: Pick<Connection, 'db' | 'pool'>) {
  const added = async (actor: BuiltUser) => {
    const { id } = await addStatement(db, actor, aStatement());
    return { params: { id: String(id) } };
  };
  const aLineOf = async (actor: BuiltUser) => {
    const { params } = await added(actor);
    const { id } = await db
      .selectFrom('bank_statement_lines')
      .select('line_id as id')
      .where('statement_id', '=', Number(params.id))
      .executeTakeFirstOrThrow();
    return { id: String(id) };
  };
  return {
    addStatement: () => ({ body: aStatement() }),
    listStatements: () => ({}),
    deleteStatement: added,
    comparePix: () => march,
    compareReturns: () => march,
    listJoinable: async (actor: BuiltUser) => ({ params: await aLineOf(actor) }),
    setNotOurs: async (actor: BuiltUser) => ({
      ...{ params: await aLineOf(actor), body: { word: 'Aluguel da quadra' } },
    }),
    matchLine: async (actor: BuiltUser) => {
      const params = await aLineOf(actor);
      const { client, items, payments } = await saleParts(db);
      const method = await aPaymentMethod(db, { name: `Pix ${++made}` });
      const paid = payments.map(({ amount }) => ({ method, amount }));
      const createdAt = new Date('2026-03-20T12:00:00-03:00');
      const sale = await aSale(pool, { seller: actor, client, items, payments: paid, createdAt });
      const payment = { sale: sale.id, correction: null, line: 1 };
      return { params, body: { payment } };
    },
    compareCards: () => march,
    readCardTerms: () => ({}),
    editCardTerms: async () => {
      const { id } = await aPaymentMethod(db);
      const terms = [{ method: id, days: 1, business_days: true, fee: 1.99 }];
      return { body: { terms, holidays: ['01-25', '2026-04-13'] } };
    },
  };
}
