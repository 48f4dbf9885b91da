import type { ImportedDelivery } from '@balcao/contract/imports.ts';
import { MAX_QUANTITY } from '@balcao/domain/sale-total.ts';
import { Refusal } from '../../request/refusal.ts';
import { findAlike, findByCodes } from '../products/products.service.ts';
import { recordMovement, refuseTooMany } from '../stock/movements.service.ts';
import { readerOf, textOf } from './checks.ts';
import { plan, type Seen } from './plan.ts';

/** Some programs write decimals of nought. A dot before three of them may as well group thousands. */
const WHOLE = /^\d{1,4}(?:,0{1,4}|\.0{1,2}|\.0{4})?$/;
const MAYBE_THOUSANDS = /^\d{1,3}\.000$/;

/** A row without a quantity brings nothing. */
function readLine(cells: ImportedDelivery) {
  const row = readerOf(cells.line);
  const code = row.text('code', cells.code);
  const typed = textOf(cells.quantity ?? '');
  const quantity = typed === '' ? 0 : Number.parseInt(typed, 10);
  if (typed !== '' && !WHOLE.test(typed)) {
    row.note(
      'quantity',
      MAYBE_THOUSANDS.test(typed)
        ? `“${typed}” pode ser ${typed.replace('.', '')} ou ${quantity}: escreva sem o ponto.`
        : `Use um número inteiro, de 0 a ${MAX_QUANTITY}.`,
    );
  }
  return { ...row, code, quantity, product: undefined as number | undefined };
}

type Line = ReturnType<typeof readLine>;

/** `alike`: a code that differs only in the zeros in front. */
const noProduct = (alike?: string) =>
  `Não há produto com este código.${alike ? ` Só difere nos zeros da frente de ${alike}.` : ''}`;

/** The delivery of a file, recorded once for its key. Throws too_many_pieces and key_reused. */
export const deliveryImport = plan({
  read: readLine,
  known: async (db, rows: readonly Line[], lock) => {
    const codes = rows.map(({ code }) => code);
    const found = await findByCodes(db, codes, lock);
    const unknown = codes.filter((_, index) => !found[index]?.product);
    return { found, alike: await findAlike(db, unknown) };
  },
  compare: ({ found, alike }) => {
    const lineOf = new Map<number, number>();
    const rowOf = (row: Line, index: number) => {
      const { line, code, quantity, problems, warnings } = row;
      const product = found[index]?.product;
      row.product = product?.id;
      if (!product && !problems.some(({ field }) => field === 'code')) {
        problems.unshift({ field: 'code', reason: noProduct(alike.get(code)?.code) });
      }
      if (!product || quantity === 0 || problems.length > 0) return undefined;
      const before = lineOf.get(product.id);
      // Two rows of one code bring both.
      if (before !== undefined) {
        warnings.push(`Este produto já está na linha ${before}: as quantidades somam.`);
      }
      lineOf.set(product.id, line);
      const changes = [
        { field: 'name', from: null, to: product.name },
        { field: 'quantity', from: null, to: String(quantity) },
      ];
      return { isNew: true, changes, gives: { product: product.id, quantity } };
    };
    const made = (lines: { product: number; quantity: number }[]) => {
      refuseTooMany(lines.reduce((sum, { quantity }) => sum + quantity, 0));
      return lines;
    };
    return { rowOf, made };
  },
  save: {
    totals: totalsOf,
    record: async (
      db,
      actor,
      { key, ...body }: Seen<unknown> & { key: string; supplier?: string; document?: string },
      confirmed,
    ) => {
      const { supplier, document } = body;
      const { lines } = await recordMovement(db, actor, {
        ...{ action: 'delivery_file', body, key, kind: 'delivery', supplier, document },
        linesOf: async (tx) => {
          const lines = await confirmed(tx);
          if (lines.length === 0) throw new Refusal('wrong_rows', { field: 'body/rows' });
          return lines;
        },
      });
      return totalsOf(lines);
    },
  },
});

function totalsOf({ length: created }: readonly unknown[]) {
  return [{ what: 'delivery' as const, created, edited: 0 }];
}
