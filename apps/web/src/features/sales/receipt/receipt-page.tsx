import type { Institution } from '@balcao/contract/institution.ts';
import { Fragment, useState } from 'react';
import { NothingToPrint } from '../../../ui/paper/nothing-to-print.tsx';
import { Schools, Signatures } from '../../../ui/paper/paper-foot.tsx';
import { PaperHead } from '../../../ui/paper/paper-head.tsx';
import { PaperPage } from '../../../ui/paper/paper-page.tsx';
import { readStoredForPrinting } from '../../../ui/paper/print-tab.ts';
import { correctionPaperOf } from '../../corrections/paper/correction-paper.ts';
import { CorrectionText } from '../../corrections/paper/correction-text.tsx';
import { Letterhead } from '../../institution/letterhead.tsx';
import { type MadeSale, type Receipt, receiptOf } from './receipt.ts';
import { ReceiptDetails } from './receipt-details.tsx';
import { ReceiptFile } from './receipt-file.tsx';
import classes from './receipt-page.module.css';
import { numberOf, sentenceOf, type Words } from './receipt-text.ts';
import { useReceiptTab } from './use-receipt-tab.ts';

/** The receipt of the sale that was stored for this tab, and the paper of the exchange that it is of. */
export function ReceiptPage() {
  useReceiptTab();
  const [stored] = useState(() => readStoredForPrinting<MadeSale>());
  const receipt = receiptOf(stored);
  const exchange = correctionPaperOf(stored?.exchange);

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
        <PaperPage
          title={`Recibo ${receipt.number}`}
          tools={
            <>
              <span className={classes.close}>Esc fecha esta aba</span>
              <ReceiptFile receipt={receipt} institution={institution} />
            </>
          }
          second={exchange && <CorrectionText paper={exchange} institution={institution} />}
        >
          <PaperHead institution={institution} title="RECIBO">
            <Said words={numberOf(receipt)} />
          </PaperHead>
          <ReceiptText receipt={receipt} institution={institution} />
        </PaperPage>
      )}
    </Letterhead>
  );
}

function ReceiptText({ receipt, institution }: { receipt: Receipt; institution: Institution }) {
  return (
    <>
      <p className={classes.text}>
        <Said words={sentenceOf(receipt)} />
      </p>
      <p className={classes.place}>
        {institution.city}, {receipt.day}
      </p>
      <Signatures of={['Assinatura']} />
      <ReceiptDetails receipt={receipt} />
      <Schools institution={institution} />
    </>
  );
}

function Said({ words }: { words: readonly Words[] }) {
  return words.map(({ text, bold, noWrap }, index) =>
    bold ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words never change places
      <b key={index} className={noWrap && classes.whole}>
        {text}
      </b>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words never change places
      <Fragment key={index}>{text}</Fragment>
    ),
  );
}
