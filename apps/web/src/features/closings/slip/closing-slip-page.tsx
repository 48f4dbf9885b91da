import { formatReais } from '@balcao/domain/money.ts';
import type { ReactNode } from 'react';
import classes from '../../../ui/paper/paper.module.css';
import { Signatures } from '../../../ui/paper/paper-foot.tsx';
import { PaperHead } from '../../../ui/paper/paper-head.tsx';
import { PaperPage } from '../../../ui/paper/paper-page.tsx';
import { Sums, Total } from '../../../ui/paper/paper-table.tsx';
import { CountTable, drawerLines } from '../../cash-box/paper/paper-lines.tsx';
import { StoredPaper } from '../../institution/letterhead.tsx';
import { type ClosingSlip, closingSlipOf } from './closing-slip.ts';
import { PixPayments, usePixPayments } from './pix-payments.tsx';

const NOTHING = [
  'Nenhum fechamento para mostrar',
  'Abra o fechamento pelo menu, em FECHAR CAIXA, ou pela lista de fechamentos.',
] as const;

/** The slip of the closing that was stored for this tab. */
export function ClosingSlipPage() {
  return (
    <StoredPaper read={closingSlipOf} nothing={NOTHING}>
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
  const { seller, parts, total, box } = slip;
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
      {parts.length > 0 && <Sums label="Vendas e devoluções" of={parts} />}
      {total && <Total of={[parts.length > 0 ? 'Total líquido' : 'Total vendido', total]} />}
      <Sums label="Formas de pagamento" of={slip.methods} />
      {slip.change && <p className={classes.text}>{slip.change}</p>}
      {box && <BoxText box={box} />}
      {slip.counted && <p className={classes.small}>{slip.counted}</p>}
      {box && <Signatures of={[seller ?? 'Vendedor', checkedBy(box)]} />}
      {pix.payments && <PixPayments payments={pix.payments} />}
    </PaperPage>
  );
}

type Box = NonNullable<ClosingSlip['box']>;

const checkedBy = ({ approved_by }: Box) =>
  ['Conferido por', approved_by].filter(Boolean).join(' ');

function BoxText({ box }: { box: Box }) {
  const [drawer] = box.counts;
  return (
    <>
      <Sums
        title="Gaveta"
        of={drawerLines(box)}
        total={drawer && ['Dinheiro esperado', formatReais(drawer.expected)]}
      />
      <CountTable counts={box.counts} />
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
