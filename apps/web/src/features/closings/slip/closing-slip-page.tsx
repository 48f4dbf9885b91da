import type { BoxCount } from '@balcao/contract/cash-boxes/closings.ts';
import type { EntriesFilter } from '@balcao/contract/fields/entries-filter.ts';
import { formatReais } from '@balcao/domain/money.ts';
import type { ReactNode } from 'react';
import { useSession } from '../../../api/session.ts';
import { FigureLink } from '../../../ui/lists/figure-link.tsx';
import classes from '../../../ui/paper/paper.module.css';
import { Signatures } from '../../../ui/paper/paper-foot.tsx';
import { PaperHead } from '../../../ui/paper/paper-head.tsx';
import { PaperPage } from '../../../ui/paper/paper-page.tsx';
import { type Sum, Sums, Total } from '../../../ui/paper/paper-table.tsx';
import { CountTable, drawerLines } from '../../cash-box/paper/paper-lines.tsx';
import { StoredPaper } from '../../institution/letterhead.tsx';
import { figureOfCount } from './closing-figures.ts';
import { type ClosingSlip, closingSlipOf } from './closing-slip.ts';
import { PixPayments, usePixPayments } from './pix-payments.tsx';

const NO_CLOSING = [
  'Nenhum fechamento para mostrar',
  'Abra o fechamento pelo menu, em FECHAR CAIXA, ou pela lista de fechamentos.',
] as const;

/** The slip of the closing that was stored for this tab. */
export function ClosingSlipPage() {
  return (
    <StoredPaper read={closingSlipOf} nothing={NO_CLOSING}>
      {(slip, institution) => (
        <Slip
          slip={slip}
          head={
            <PaperHead institution={institution} title="FECHAMENTO">
              {slip.today}
              {slip.notes.map((note) => (
                <div key={note}>{note}</div>
              ))}
            </PaperHead>
          }
        />
      )}
    </StoredPaper>
  );
}

function Slip({ slip, head }: { slip: ClosingSlip; head: ReactNode }) {
  const pix = usePixPayments(slip.id);
  const { id, seller, parts, total, box } = slip;
  const figure = useFigures(slip);
  const linked = (sums: readonly Sum[], filterOf: (what: string) => Figure): Sum[] =>
    sums.map(([what, amount]) => [
      what,
      <FigureLink key={what} of={figure(filterOf(what))}>
        {amount}
      </FigureLink>,
    ]);
  const ofPart = (what: string): Figure => ({ kind: what === 'Vendido' ? 'sale' : 'returned' });
  return (
    <PaperPage
      title={['Fechamento', seller, slip.today].filter(Boolean).join(' ')}
      tools={pix.tools}
    >
      {head}
      {seller && (
        <p className={classes.text}>
          Vendedor: <b>{seller}</b>
        </p>
      )}
      {parts.length > 0 && <Sums label="Vendas e devoluções" of={linked(parts, ofPart)} />}
      {total && (
        <Total
          of={[
            parts.length > 0 ? 'Total líquido' : 'Total vendido',
            <FigureLink key="total" of={figure({})}>
              {total}
            </FigureLink>,
          ]}
        />
      )}
      <Sums label="Formas de pagamento" of={linked(slip.methods, (method) => ({ method }))} />
      {slip.change && <p className={classes.text}>{slip.change}</p>}
      {slip.kept && <p className={classes.text}>{slip.kept}</p>}
      {box && (
        <BoxText
          box={box}
          figureOf={(count) => (id && figure({}) ? figureOfCount(id, box, count) : undefined)}
        />
      )}
      {slip.counted && <p className={classes.small}>{slip.counted}</p>}
      {box && <Signatures of={[seller ?? 'Vendedor', checkedBy(box)]} />}
      {pix.payments && <PixPayments payments={pix.payments} />}
    </PaperPage>
  );
}

type Figure = Omit<EntriesFilter, 'closing'>;

/** What leads administrators from a figure of the screen to what adds up to it; on paper it is the figure alone. */
function useFigures({ id, closedAt }: ClosingSlip) {
  const isAdmin = useSession()?.user.admin === true;
  return (filter: Figure): EntriesFilter | undefined =>
    isAdmin && id && closedAt ? { ...filter, closing: id } : undefined;
}

type Box = NonNullable<ClosingSlip['box']>;
type BoxProps = { box: Box; figureOf: (count: BoxCount) => EntriesFilter | undefined };

const checkedBy = ({ approved_by }: Box) =>
  ['Conferido por', approved_by].filter(Boolean).join(' ');

function BoxText({ box, figureOf }: BoxProps) {
  const [drawer] = box.counts;
  return (
    <>
      <Sums
        title="Gaveta"
        of={drawerLines(box)}
        total={drawer && ['Dinheiro esperado', formatReais(drawer.expected)]}
      />
      <CountTable counts={box.counts} figureOf={figureOf} />
      {box.reason && (
        <p className={classes.text}>
          Motivo da diferença: <b>{box.reason}</b>
        </p>
      )}
      {box.reason && box.approved_by && (
        <p className={classes.text}>
          Autorizada por: <b>{box.approved_by}</b>
        </p>
      )}
    </>
  );
}
