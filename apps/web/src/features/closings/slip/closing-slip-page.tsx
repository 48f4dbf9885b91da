import { useState } from 'react';
import { NothingToPrint } from '../../../ui/paper/nothing-to-print.tsx';
import { PaperHead } from '../../../ui/paper/paper-head.tsx';
import { PaperPage } from '../../../ui/paper/paper-page.tsx';
import { readStoredForPrinting } from '../../../ui/paper/print-tab.ts';
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
      {slip.total && (
        <p className={classes.total}>
          <span>Total vendido</span> <b>{slip.total}</b>
        </p>
      )}
      <table className={classes.methods} aria-label="Formas de pagamento">
        <tbody>
          {slip.methods.map(({ name, amount }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {slip.counted && <p className={classes.counted}>{slip.counted}</p>}
    </>
  );
}
