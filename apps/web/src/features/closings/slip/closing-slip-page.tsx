import { useState } from 'react';
import { NothingToPrint } from '../../../ui/paper/nothing-to-print.tsx';
import { PaperHead } from '../../../ui/paper/paper-head.tsx';
import { PaperPage } from '../../../ui/paper/paper-page.tsx';
import { readStoredForPrinting } from '../../../ui/paper/print-tab.ts';
import {
  CountTable,
  drawerLines,
  PaperLines,
  SignedBy,
} from '../../cash-box/paper/paper-lines.tsx';
import { Letterhead } from '../../institution/letterhead.tsx';
import { type ClosingSlip, closingSlipOf } from './closing-slip.ts';
import classes from './closing-slip-page.module.css';
import { PixPayments, usePixPayments } from './pix-payments.tsx';

/** The slip of the closing that was stored for this tab. */
export function ClosingSlipPage() {
  const [slip] = useState(() => closingSlipOf(readStoredForPrinting()));
  const pix = usePixPayments(slip?.id);

  if (!slip) {
    return (
      <NothingToPrint title="Nenhum fechamento para mostrar">
        Abra o fechamento pelo menu, em FECHAR CAIXA, ou pela lista de fechamentos.
      </NothingToPrint>
    );
  }
  return (
    <Letterhead>
      {(institution) => (
        <PaperPage
          title={['Fechamento', slip.seller, slip.today].filter(Boolean).join(' ')}
          tools={pix.tools}
        >
          <PaperHead institution={institution} title="FECHAMENTO">
            {slip.today}
          </PaperHead>
          <SlipText slip={slip} />
          {pix.payments && <PixPayments payments={pix.payments} />}
        </PaperPage>
      )}
    </Letterhead>
  );
}

type Amounts = { label: string; amounts: ClosingSlip['methods'] };

function Amounts({ label, amounts }: Amounts) {
  return (
    <table className={classes.methods} aria-label={label}>
      <tbody>
        {amounts.map(({ name, amount }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function BoxText({ box }: { box: NonNullable<ClosingSlip['box']> }) {
  const [drawer] = box.counts;
  return (
    <>
      <PaperLines
        title="Gaveta"
        lines={drawerLines(box)}
        {...(drawer && { sum: { what: 'Dinheiro esperado', amount: drawer.expected } })}
      />
      <CountTable counts={box.counts} />
      {box.reason && (
        <p className={classes.reason}>
          Motivo da diferença: <b>{box.reason}</b>
          {box.approved_by && (
            <span>
              Autorizada por: <b>{box.approved_by}</b>
            </span>
          )}
        </p>
      )}
    </>
  );
}

const checkedBy = ({ approved_by }: NonNullable<ClosingSlip['box']>) =>
  ['Conferido por', approved_by].filter(Boolean).join(' ');

function SlipText({ slip }: { slip: ClosingSlip }) {
  return (
    <>
      {slip.notes.length > 0 && (
        <ul className={classes.notes}>
          {slip.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {slip.seller && (
        <p className={classes.seller}>
          Vendedor: <b>{slip.seller}</b>
        </p>
      )}
      {slip.parts.length > 0 && <Amounts label="Vendas e devoluções" amounts={slip.parts} />}
      {slip.total && (
        <p className={classes.total}>
          <span>{slip.parts.length > 0 ? 'Total líquido' : 'Total vendido'}</span>{' '}
          <b>{slip.total}</b>
        </p>
      )}
      <Amounts label="Formas de pagamento" amounts={slip.methods} />
      {slip.change && <p className={classes.change}>{slip.change}</p>}
      {slip.box && <BoxText box={slip.box} />}
      {slip.counted && <p className={classes.counted}>{slip.counted}</p>}
      {slip.box && <SignedBy of={[slip.seller ?? 'Vendedor', checkedBy(slip.box)]} />}
    </>
  );
}
