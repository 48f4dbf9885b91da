import type { Correction, ReprintedCorrection } from '@balcao/contract/sales/corrections.ts';
import { formatDay, formatMoment } from '@balcao/domain/dates/business-day.ts';
import {
  centsFromReais,
  formatCents,
  formatReais,
  subtractCents,
  sumCents,
} from '@balcao/domain/money.ts';
import { whole } from '../../../ui/counts.ts';
import { returnedName } from '../correction-words.ts';
import { givenBack } from '../record/given-back.ts';

type CorrectionRow = readonly [label: string, value: string];

export type CorrectionPaper = {
  title: string;
  number: number;
  /** When a copy was printed; undefined on the first paper. */
  reprinted: string | undefined;
  about: CorrectionRow[];
  items: { name: string; quantity: string; total: string }[];
  /** What everything that came back is worth; undefined when only payments were replaced. */
  total: string | undefined;
  sums: CorrectionRow[];
  /** Who made it, and who approved it. */
  details: string[];
  day: string;
  signatures: string[];
};

const TITLES: Record<Correction['kind'], string> = {
  refund: 'COMPROVANTE DE DEVOLUÇÃO',
  exchange: 'COMPROVANTE DE TROCA',
  payments: 'COMPROVANTE DE CORREÇÃO DE PAGAMENTO',
};

/** Returns undefined if `stored` is not a correction: the browser's storage may hold anything. */
export function correctionPaperOf(stored: unknown): CorrectionPaper | undefined {
  try {
    return paperOf(stored as Correction | ReprintedCorrection);
  } catch {
    return undefined;
  }
}

function paperOf(correction: Correction | ReprintedCorrection): CorrectionPaper | undefined {
  const { id, kind, created_at, sale, sale_created_at, items } = correction;
  if (!TITLES[kind]) return undefined;
  const { client_name, student_name, seller_name, approved_by, reason } = correction;
  const made = new Date(created_at);
  return {
    title: TITLES[kind],
    number: id,
    reprinted:
      'reprinted_at' in correction ? formatMoment(new Date(correction.reprinted_at)) : undefined,
    about: [
      ['Venda', `nº ${sale}, de ${formatMoment(new Date(sale_created_at))}`],
      ['Cliente', client_name],
      ...(student_name ? [['Aluno', student_name] as const] : []),
      ...(correction.exchange_sale
        ? [['Venda nova', `nº ${correction.exchange_sale}`] as const]
        : []),
      ['Motivo', reason],
    ],
    items: items.map((item) => ({
      name: returnedName(item),
      quantity: whole(item.quantity),
      total: formatReais(item.total),
    })),
    total: kind === 'payments' ? undefined : formatReais(correction.total),
    sums: kind === 'payments' ? replacedRows(correction) : returnedRows(correction),
    details: [
      formatMoment(made),
      `Feito por ${seller_name}`,
      ...(approved_by ? [`Autorizado por ${approved_by}`] : []),
    ],
    day: formatDay(made),
    signatures: ['Cliente', `Vendedor: ${seller_name}`],
  };
}

/** How it goes back to the client. */
function returnedRows(correction: Correction): CorrectionRow[] {
  const back = givenBack(correction);
  const given = sumCents(back.map(({ amount }) => centsFromReais(amount)));
  const credit = subtractCents(centsFromReais(correction.total), given);
  return [
    ...(credit > 0 ? [['Crédito usado na venda nova', formatCents(credit)] as const] : []),
    ...back.map(({ method, amount }) => [`Devolvido em ${method}`, formatReais(amount)] as const),
  ];
}

function replacedRows({ payments }: Correction): CorrectionRow[] {
  return payments.map(({ method, amount }) =>
    amount < 0
      ? ([`Antes: ${method}`, formatReais(-amount)] as const)
      : ([`Agora: ${method}`, formatReais(amount)] as const),
  );
}
