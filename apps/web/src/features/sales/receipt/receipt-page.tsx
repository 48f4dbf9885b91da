import { Fragment, useEffect } from 'react';
import paper from '../../../ui/paper/paper.module.css';
import { PlaceAndDay, Schools, Signatures } from '../../../ui/paper/paper-foot.tsx';
import { PaperHead } from '../../../ui/paper/paper-head.tsx';
import { PaperPage } from '../../../ui/paper/paper-page.tsx';
import {
  isReceiptOfSale,
  readReprintedAt,
  takeFirstShowing,
} from '../../../ui/paper/tab/print-tab.ts';
import { correctionPaperOf } from '../../corrections/paper/correction-paper.ts';
import { CorrectionText } from '../../corrections/paper/correction-text.tsx';
import { StoredPaper } from '../../institution/letterhead.tsx';
import { type MadeSale, receiptOf } from './receipt.ts';
import { ReceiptDetails } from './receipt-details.tsx';
import { ReceiptFile } from './receipt-file.tsx';
import { numberOf, sentenceOf, titleOf, type Words } from './receipt-text.ts';

const NOTHING = [
  'Nenhum recibo para mostrar',
  'Abra o recibo a partir de uma venda finalizada ou da lista de vendas.',
] as const;

/** The receipt of the sale that was stored for this tab, and the paper of the exchange that it is of. */
export function ReceiptPage() {
  useReceiptTab();
  return (
    <StoredPaper read={papersOf} nothing={NOTHING}>
      {({ receipt, exchange, practice }, institution) => (
        <PaperPage
          title={titleOf(receipt)}
          file={!practice && <ReceiptFile receipt={receipt} institution={institution} />}
          second={exchange && <CorrectionText paper={exchange} institution={institution} />}
        >
          {practice && <PracticeMark />}
          <PaperHead institution={institution} title="RECIBO">
            <Said words={numberOf(receipt)} />
          </PaperHead>
          <p className={paper.text}>
            <Said words={sentenceOf(receipt)} />
          </p>
          <PlaceAndDay institution={institution} day={receipt.day} />
          <Signatures of={['Assinatura']} />
          <ReceiptDetails receipt={receipt} />
          <Schools institution={institution} />
          {practice && <PracticeMark />}
        </PaperPage>
      )}
    </StoredPaper>
  );
}

/** With the time if the list of sales has printed it again. */
function papersOf(sale: Partial<MadeSale>) {
  const reprinted_at = readReprintedAt();
  const receipt = receiptOf(reprinted_at ? { ...sale, reprinted_at } : sale);
  const practice = 'practice' in sale;
  return receipt && { receipt, exchange: correctionPaperOf(sale.exchange), practice };
}

/** On the paper of a sale that was made for practice, of which nothing is recorded. */
const PracticeMark = () => <p className={paper.practice}>TREINO — sem valor</p>;

function Said({ words }: { words: readonly Words[] }) {
  return words.map(({ text, bold, noWrap }, index) =>
    bold ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words never change places
      <b key={index} className={noWrap && paper.whole}>
        {text}
      </b>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the words never change places
      <Fragment key={index}>{text}</Fragment>
    ),
  );
}

/**
 * The receipt of a finished sale closes the tab of the one before. A channel reaches that tab although the
 * counter that opened it has reloaded since.
 */
function useReceiptTab(): void {
  useEffect(() => {
    if (!isReceiptOfSale()) return;
    const channel = new BroadcastChannel('receipt-of-sale');
    channel.onmessage = () => window.close();
    // A reload of an older receipt must not close a newer one.
    if (takeFirstShowing()) channel.postMessage('next');
    return () => channel.close();
  }, []);
}
