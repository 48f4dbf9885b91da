import type { Movement } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import type { BoxCount } from '@balcao/contract/cash-boxes/closings.ts';
import type { EntriesFilter } from '@balcao/contract/fields/entries-filter.ts';
import { formatTime } from '@balcao/domain/dates/business-day.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { isCash } from '@balcao/domain/net-payments.ts';
import { FigureLink } from '../../../ui/lists/figure-link.tsx';
import { type Column, PaperTable, type Sum } from '../../../ui/paper/paper-table.tsx';
import { differenceWords, MOVEMENT_WORDS } from '../box-words.ts';

type Moved = Pick<Movement, 'kind' | 'amount' | 'reason' | 'created_at'>;

/** What makes up the cash that a drawer should hold. */
export function drawerLines(box: {
  float: number;
  payment_methods: Readonly<Record<string, number>>;
  movements: readonly Moved[];
}): Sum[] {
  const cash = Object.entries(box.payment_methods).filter(([method]) => isCash(method));
  return [
    ['Fundo de troco', formatReais(box.float)],
    ...cash.map(
      ([method, amount]) => [`${method} das vendas, já sem o troco`, formatReais(amount)] as const,
    ),
    ...box.movements.map(movementLine),
  ];
}

function movementLine({ kind, amount, reason, created_at }: Moved): Sum {
  return [
    `${formatTime(new Date(created_at))} ${MOVEMENT_WORDS[kind]}: ${reason}`,
    formatReais(kind === 'withdrawal' ? -amount : amount),
  ];
}

const COUNT_COLUMNS: readonly Column[] = [
  { title: 'Forma', head: true, roll: 'above' },
  { title: 'Esperado', figures: true, roll: 'titled' },
  { title: 'Contado', figures: true, roll: 'titled' },
  { title: 'Diferença', figures: true, roll: 'titled' },
];

type CountProps = {
  counts: readonly BoxCount[];
  /** What a difference leads to. */
  figureOf?: ((count: BoxCount) => EntriesFilter | undefined) | undefined;
};

/** What a count has found, by method; on the screen and on papers. */
export function CountTable({ counts, figureOf }: CountProps) {
  return (
    <PaperTable
      title="Conferência"
      columns={COUNT_COLUMNS}
      rows={counts.map((count) => ({
        cells: [
          count.method,
          formatReais(count.expected),
          formatReais(count.counted),
          <b key="difference">
            <FigureLink of={figureOf?.(count)}>{differenceWords(count.difference)}</FigureLink>
          </b>,
        ],
        mark: count.difference === 0 ? undefined : 'off',
      }))}
    />
  );
}
