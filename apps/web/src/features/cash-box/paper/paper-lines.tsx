import type { Movement } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import type { BoxCount } from '@balcao/contract/cash-boxes/closings.ts';
import { formatTime } from '@balcao/domain/dates/business-day.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { isCash } from '@balcao/domain/net-payments.ts';
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

/** What a count has found, by method; on the screen and on papers. */
export function CountTable({ counts }: { counts: readonly BoxCount[] }) {
  return (
    <PaperTable
      title="Conferência"
      columns={COUNT_COLUMNS}
      rows={counts.map(({ method, expected, counted, difference }) => ({
        cells: [
          method,
          formatReais(expected),
          formatReais(counted),
          <b key="difference">{differenceWords(difference)}</b>,
        ],
        mark: difference === 0 ? undefined : 'off',
      }))}
    />
  );
}
