import { Box } from '@mantine/core';
import { useState } from 'react';
import { NothingToPrint } from '../../../ui/paper/nothing-to-print.tsx';
import { PaperHead } from '../../../ui/paper/paper-head.tsx';
import { PrintPage } from '../../../ui/paper/print-page.tsx';
import { readStoredForPrinting, takePrintAtOnce } from '../../../ui/paper/print-tab.ts';
import { Sheet } from '../../../ui/paper/sheet.tsx';
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
        <PrintPage
          title={['Fechamento', slip.seller, slip.today].filter(Boolean).join(' ')}
          takePrintAtOnce={takePrintAtOnce}
          tools={pix.tools}
        >
          <Sheet>
            <PaperHead institution={institution} title="FECHAMENTO">
              {slip.today}
            </PaperHead>
            <SlipText slip={slip} />
            {pix.payments && <PixPayments payments={pix.payments} />}
          </Sheet>
        </PrintPage>
      )}
    </Letterhead>
  );
}

function SlipText({ slip }: { slip: ClosingSlip }) {
  return (
    <>
      {slip.notes.length > 0 && (
        <Box component="ul" m="-6mm 0 8mm" p={0} ta="center" style={{ listStyle: 'none' }}>
          {slip.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </Box>
      )}
      {slip.seller && (
        <Box component="p" m="0 0 6mm" style={{ overflowWrap: 'anywhere' }}>
          Vendedor: <b>{slip.seller}</b>
        </Box>
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
      {slip.counted && (
        <Box component="p" m="5mm 0 0" fz="9pt" ta="center" c="dimmed">
          {slip.counted}
        </Box>
      )}
    </>
  );
}
