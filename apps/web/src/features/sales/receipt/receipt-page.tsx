import type { Institution } from '@balcao/contract/institution.ts';
import { Box } from '@mantine/core';
import { useState } from 'react';
import { NothingToPrint } from '../../../ui/paper/nothing-to-print.tsx';
import { PaperHead } from '../../../ui/paper/paper-head.tsx';
import { PrintPage } from '../../../ui/paper/print-page.tsx';
import { readStoredForPrinting, takePrintAtOnce } from '../../../ui/paper/print-tab.ts';
import { Sheet } from '../../../ui/paper/sheet.tsx';
import { Letterhead } from '../../institution/letterhead.tsx';
import { type Receipt, receiptOf } from './receipt.ts';
import classes from './receipt-page.module.css';

/** The receipt of the sale that was stored for this tab. */
export function ReceiptPage() {
  const [receipt] = useState(() => receiptOf(readStoredForPrinting()));

  if (!receipt) {
    return (
      <NothingToPrint title="Nenhum recibo para mostrar">
        Abra o recibo a partir de uma venda finalizada ou da lista de vendas.
      </NothingToPrint>
    );
  }
  return (
    <Letterhead>
      {(institution) => (
        <PrintPage title={`Recibo ${receipt.number}`} takePrintAtOnce={takePrintAtOnce}>
          <Sheet>
            <PaperHead institution={institution} title="RECIBO">
              Nº {receipt.number}
              {receipt.reprinted && (
                <>
                  {' · '}
                  <b>2ª via</b>, impressa em {receipt.reprinted}
                </>
              )}
            </PaperHead>
            <ReceiptText receipt={receipt} institution={institution} />
          </Sheet>
        </PrintPage>
      )}
    </Letterhead>
  );
}

function ReceiptText({ receipt, institution }: { receipt: Receipt; institution: Institution }) {
  return (
    <>
      <p className={classes.text}>
        Recebemos de <b>{receipt.client}</b>
        {receipt.cpf && (
          <>
            , inscrito(a) no CPF sob o nº <b className={classes.whole}>{receipt.cpf}</b>
          </>
        )}
        , a importância de <b>{receipt.amount}</b>, referente a {receipt.products}
        {receipt.payments && <>, pago por {receipt.payments}</>}, estando assim quitado.
      </p>
      <Box component="p" m="12mm 0 22mm" fz="11pt" ta="right">
        {institution.city}, {receipt.day}
      </Box>
      <p className={classes.signature}>Assinatura</p>

      <ul className={classes.schools}>
        {institution.institutions.map((school) => (
          <li key={school.name}>
            <b>{school.name}</b>
            <span>CNPJ {school.cnpj}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
