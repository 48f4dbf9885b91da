import type { Institution } from '@balcao/contract/institution.ts';
import { Fragment, useState } from 'react';
import { NothingToPrint } from '../../../ui/paper/nothing-to-print.tsx';
import { Schools, Signatures } from '../../../ui/paper/paper-foot.tsx';
import { PaperHead } from '../../../ui/paper/paper-head.tsx';
import { PaperPage } from '../../../ui/paper/paper-page.tsx';
import { readReprintedAt, readStoredForPrinting } from '../../../ui/paper/print-tab.ts';
import { correctionPaperOf } from '../../corrections/paper/correction-paper.ts';
import { CorrectionText } from '../../corrections/paper/correction-text.tsx';
import { Letterhead } from '../../institution/letterhead.tsx';
import { type MadeSale, type Receipt, receiptOf } from './receipt.ts';
import { ReceiptDetails } from './receipt-details.tsx';
import { ReceiptFile } from './receipt-file.tsx';
import classes from './receipt-page.module.css';
import { numberOf, sentenceOf, titleOf, type Words } from './receipt-text.ts';
import { useReceiptTab } from './use-receipt-tab.ts';

/** The receipt of the sale that was stored for this tab, and the paper of the exchange that it is of. */
export function ReceiptPage() {
  useReceiptTab();
  const [stored] = useState(readMadeSale);
  const receipt = receiptOf(stored);
  const exchange = correctionPaperOf(stored.exchange);

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
          title={titleOf(receipt)}
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

/** The sale of this tab, with the time if the list of sales has printed it again. */
function readMadeSale(): Partial<MadeSale> {
  const [sale, reprinted_at] = [readStoredForPrinting<MadeSale>(), readReprintedAt()];
  return reprinted_at ? { ...sale, ...{ reprinted_at } } : sale;
}

function ReceiptText({ receipt, institution }: { receipt: Receipt; institution: Institution }) {
  return (
    <>
      <p className={classes.text}>
        <Said words={sentenceOf(receipt)} />
      </p>
      <p className={classes.place}>{[institution.city, receipt.day].filter(Boolean).join(', ')}</p>
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
