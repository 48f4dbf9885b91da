import { useWindowEvent } from '@mantine/hooks';
import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { Fragment, useEffect } from 'react';
import { Barcode } from '../../../ui/paper/barcode/barcode.tsx';
import paper from '../../../ui/paper/paper.module.css';
import { PlaceAndDay, Schools, Signatures } from '../../../ui/paper/paper-foot.tsx';
import { PaperHead } from '../../../ui/paper/paper-head.tsx';
import { PaperPage } from '../../../ui/paper/paper-page.tsx';
import { type Column, PaperTable, Sums } from '../../../ui/paper/paper-table.tsx';
import {
  isReceiptOfSale,
  readReprintedAt,
  takeFirstShowing,
} from '../../../ui/paper/tab/print-tab.ts';
import { correctionPaperOf } from '../../corrections/paper/correction-paper.ts';
import { CorrectionText } from '../../corrections/paper/correction-text.tsx';
import { StoredPaper } from '../../institution/letterhead.tsx';
import classes from './receipt.module.css';
import {
  COLUMNS,
  changeOf,
  codeOf,
  type MadeSale,
  NO_FISCAL_DOCUMENT,
  numberOf,
  type Receipt,
  type ReceiptItem,
  receiptOf,
  sentenceOf,
  sumsOf,
  tablesOf,
  titleOf,
  type Words,
} from './receipt.ts';
import { ReceiptFile } from './receipt-file.tsx';

const NO_RECEIPT = [
  'Nenhum recibo para mostrar',
  'Abra o recibo a partir de uma venda finalizada ou da lista de vendas.',
] as const;

/** The receipt of the sale that was stored for this tab, and the paper of the exchange that it is of. */
export function ReceiptPage() {
  useReceiptTab();
  const onBack = useWayBack();
  return (
    <StoredPaper read={papersOf} nothing={NO_RECEIPT}>
      {({ receipt, exchange, practice }, institution) => (
        <PaperPage
          title={titleOf(receipt)}
          onBack={onBack}
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

/** From the receipt of a kept sale in the counter's own tab, once it is printed or left; undefined in a tab of its own. */
function useWayBack(): (() => void) | undefined {
  const isInPlace = useCanGoBack();
  const { history } = useRouter();
  const goBack = isInPlace ? () => history.back() : undefined;
  useWindowEvent('afterprint', () => goBack?.());
  return goBack;
}

/** The items one by one, and who sold them when, below the receipt's text. */
function ReceiptDetails({ receipt }: { receipt: Receipt }) {
  const tables = tablesOf(receipt);
  const sums = [...sumsOf(receipt), ...changeOf(receipt)];
  const code = codeOf(receipt);
  return (
    <section className={classes.details} data-many={tables.length > 1 || undefined}>
      <div className={classes.tables}>
        {tables.map((items, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a recorded sale does not change
          <SaleItems key={index} items={items} />
        ))}
      </div>
      <Sums label="Totais" of={sums.slice(0, -1)} total={sums.at(-1)} />
      <div className={classes.foot}>
        <div>
          <p>{receipt.details.join(' · ')}</p>
          <p>{NO_FISCAL_DOCUMENT}</p>
        </div>
        {code && <Barcode text={code} />}
      </div>
    </section>
  );
}

const [ITEM, QUANTITY, UNIT_PRICE, TOTAL] = COLUMNS;
const PAPER_COLUMNS: readonly Column[] = [
  { title: ITEM, roll: 'above' },
  { title: QUANTITY, figures: true, after: ' ×' },
  { title: UNIT_PRICE, figures: true },
  { title: TOTAL, figures: true },
];

/** The items of a recorded sale. */
function SaleItems({ items }: { items: readonly ReceiptItem[] }) {
  return (
    <PaperTable
      label="Itens"
      columns={PAPER_COLUMNS}
      rows={items.map(({ name, quantity, unitPrice, total }) => ({
        cells: [name, quantity, unitPrice, total],
      }))}
    />
  );
}
