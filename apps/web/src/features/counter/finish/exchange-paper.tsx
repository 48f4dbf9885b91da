import type { Correction } from '@balcao/contract/corrections.ts';
import type { Sale } from '@balcao/contract/sales.ts';
import { Button, CloseButton, Group } from '@mantine/core';
import { useState } from 'react';
import { EXCHANGE_KEY } from '../../../ui/paper/stored-papers.ts';
import { useCorrectionPaper } from '../../corrections/use-correction-paper.ts';
import classes from '../parts/counter-page.module.css';

/** Keeps the paper of the last sale's exchange for ExchangePaper; undefined: it was no exchange. */
export function storeExchangePaper(exchange: Correction | undefined): void {
  if (exchange) sessionStorage.setItem(EXCHANGE_KEY, JSON.stringify(exchange));
  else sessionStorage.removeItem(EXCHANGE_KEY);
}

const readExchangePaper = (): Correction | null =>
  JSON.parse(sessionStorage.getItem(EXCHANGE_KEY) ?? 'null');

/** The paper of the exchange that this sale was made in. */
export function exchangePaperOf(sale: Sale): Correction | undefined {
  const exchange = readExchangePaper();
  return exchange?.exchange_sale === sale.id ? exchange : undefined;
}

/** Offers the paper of the exchange that was just made; the receipt of its sale opens by itself. */
export function ExchangePaper() {
  const [exchange] = useState(readExchangePaper);
  return exchange && <Offer exchange={exchange} />;
}

function Offer({ exchange }: { exchange: Correction }) {
  const [offered, setOffered] = useState(true);
  const paper = useCorrectionPaper();
  const dismiss = () => {
    storeExchangePaper(undefined);
    setOffered(false);
  };
  return (
    <>
      {offered && (
        <Group role="status" className={classes.notice}>
          <span>Troca da venda nº {exchange.sale} registrada.</span>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => {
              paper.print(exchange);
              dismiss();
            }}
          >
            Imprimir comprovante de troca
          </Button>
          <CloseButton aria-label="Dispensar o comprovante" onClick={dismiss} />
        </Group>
      )}
      {paper.dialogs}
    </>
  );
}
