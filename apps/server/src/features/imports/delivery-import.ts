import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import type {
  Comparison,
  Imported,
  ImportedDelivery,
  importEndpoints,
} from '@balcao/contract/imports.ts';
import { MAX_QUANTITY } from '@balcao/domain/sale-total.ts';
import type { Db } from '../../database/connection.ts';
import { Refusal } from '../../request/refusal.ts';
import type { SignedIn } from '../../request/serve-call.ts';
import { findAlike, findByCodes } from '../products/products.service.ts';
import { recordMovement, refuseTooMany } from '../stock/movements.service.ts';
import { faultOf, textOf } from './checks.ts';
import { comparisonOf, type Planned, refuseUnseen, type Totals } from './comparison.ts';

export async function compareDelivery(
  db: Db,
  rows: readonly ImportedDelivery[],
): Promise<Comparison> {
  return (await planOf(db, rows, false)).comparison;
}

/** Records the delivery of a file once for its key. Throws import_changed, wrong_rows, too_many_pieces
 * and key_reused. */
export async function importDelivery(
  db: Db,
  actor: Pick<SignedIn, 'id' | 'name'>,
  key: string,
  body: BodyOf<typeof importEndpoints.importDelivery>,
): Promise<Imported> {
  const { rows, preview, supplier, document } = body;
  const { lines } = await recordMovement(db, actor, {
    ...{ action: 'delivery_file', body, key, kind: 'delivery', supplier, document },
    linesOf: async (tx) => {
      const { comparison, lines } = await planOf(tx, rows, true);
      refuseUnseen(comparison, preview);
      if (lines.length === 0) throw new Refusal('wrong_rows', { field: 'body/rows' });
      return lines;
    },
  });
  return { totals: totalsOf(lines.length) };
}

const totalsOf = (created: number): Totals => [{ what: 'delivery', created, edited: 0 }];

/** Some programs write decimals of nought. A dot before three of them may as well group thousands. */
const WHOLE = /^\d{1,4}(?:,0{1,4}|\.0{1,2}|\.0{4})?$/;
const MAYBE_THOUSANDS = /^\d{1,3}\.000$/;

/** `alike`: a code that differs only in the zeros in front. */
const noProduct = (alike?: string) =>
  `Não há produto com este código.${alike ? ` Só difere nos zeros da frente de ${alike}.` : ''}`;

/** What the rows would bring. Throws too_many_pieces. A row without a quantity brings nothing; two of one code bring both. */
async function planOf(db: Db, rows: readonly ImportedDelivery[], lock: boolean) {
  const codes = rows.map(({ code }) => textOf(code));
  const found = await findByCodes(db, codes, lock);
  const unknown = codes.filter((_, index) => !found[index]?.product);
  const alike = await findAlike(db, unknown);
  const lines: { product: number; quantity: number }[] = [];
  const lineOf = new Map<number, number>();
  const planOfRow = ({ line, quantity: cell = '' }: ImportedDelivery, index: number): Planned => {
    const code = codes[index] as string;
    const product = found[index]?.product;
    const typed = textOf(cell);
    const quantity = typed === '' ? 0 : WHOLE.test(typed) ? Number.parseInt(typed, 10) : undefined;
    const problems = [];
    const fault = faultOf('code', code) ?? (product ? undefined : noProduct(alike.get(code)?.code));
    if (fault !== undefined) problems.push({ field: 'code', reason: fault });
    if (quantity === undefined) {
      problems.push({
        field: 'quantity',
        reason: MAYBE_THOUSANDS.test(typed)
          ? `“${typed}” pode ser ${typed.replace('.', '')} ou ${Number.parseInt(typed, 10)}: escreva sem o ponto.`
          : `Use um número inteiro, de 0 a ${MAX_QUANTITY}.`,
      });
    }
    const plan = { line, is: [code, typed, product?.id], changes: [], problems };
    if (!product || !quantity || problems.length > 0) return { ...plan, isNew: false };
    const before = lineOf.get(product.id);
    const warnings =
      before === undefined
        ? []
        : [`Este produto já está na linha ${before}: as quantidades somam.`];
    lineOf.set(product.id, line);
    lines.push({ product: product.id, quantity });
    const changes = [
      { field: 'name', from: null, to: product.name },
      { field: 'quantity', from: null, to: String(quantity) },
    ];
    return { ...plan, isNew: true, changes, warnings };
  };
  const comparison = comparisonOf(rows.map(planOfRow), () => totalsOf(lines.length));
  refuseTooMany(lines.reduce((sum, { quantity }) => sum + quantity, 0));
  return { comparison, lines };
}
