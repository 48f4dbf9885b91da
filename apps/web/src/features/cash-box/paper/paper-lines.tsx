import type { Movement } from '@balcao/contract/cash-boxes.ts';
import type { BoxCount } from '@balcao/contract/closings.ts';
import { formatTime } from '@balcao/domain/dates/business-day.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { isCash } from '@balcao/domain/net-payments.ts';
import { Signatures } from '../../../ui/paper/paper-foot.tsx';
import { differenceWords, MOVEMENT_WORDS } from '../box-words.ts';
import classes from './paper-lines.module.css';

/** A line of a paper: what, and how much in reais. */
export type Line = { what: string; amount: number };

type Moved = Pick<Movement, 'kind' | 'amount' | 'reason' | 'created_at'>;

/** What makes up the cash that a drawer should hold. */
export function drawerLines(box: {
  float: number;
  payment_methods: Readonly<Record<string, number>>;
  movements: readonly Moved[];
}): Line[] {
  const cash = Object.entries(box.payment_methods).filter(([method]) => isCash(method));
  return [
    { what: 'Fundo de troco', amount: box.float },
    ...cash.map(([method, amount]) => ({ what: `${method} das vendas, já sem o troco`, amount })),
    ...box.movements.map(movementLine),
  ];
}

function movementLine({ kind, amount, reason, created_at }: Moved): Line {
  return {
    what: `${formatTime(new Date(created_at))} ${MOVEMENT_WORDS[kind]}: ${reason}`,
    amount: kind === 'withdrawal' ? -amount : amount,
  };
}

/** Lines on one decimal line; the last may be their sum. */
export function PaperLines(props: { title: string; lines: readonly Line[]; sum?: Line }) {
  const { title, lines, sum } = props;
  return (
    <table className={classes.lines}>
      <caption>{title}</caption>
      <tbody>
        {lines.map(({ what, amount }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
          <tr key={index}>
            <th scope="row">{what}</th>
            <td>{formatReais(amount)}</td>
          </tr>
        ))}
      </tbody>
      {sum && (
        <tfoot>
          <tr>
            <th scope="row">{sum.what}</th>
            <td>{formatReais(sum.amount)}</td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}

type Counts = { counts: readonly BoxCount[]; className?: string | undefined };

/** What a count has found, by method; on the screen and on papers. */
export function CountTable({ counts, className = classes.counts }: Counts) {
  return (
    <table className={className}>
      <caption>Conferência</caption>
      <thead>
        <tr>
          <th scope="col">Forma</th>
          <th scope="col">Esperado</th>
          <th scope="col">Contado</th>
          <th scope="col">Diferença</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ method, expected, counted, difference }) => (
          <tr key={method} data-off={difference !== 0 || undefined}>
            <th scope="row">{method}</th>
            <td data-label="Esperado">{formatReais(expected)}</td>
            <td data-label="Contado">{formatReais(counted)}</td>
            <td data-label="Diferença">{differenceWords(difference)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Space to sign in, and the lines under it. */
export const SignedBy = ({ of }: { of: readonly string[] }) => (
  <div className={classes.signing}>
    <Signatures of={of} />
  </div>
);
