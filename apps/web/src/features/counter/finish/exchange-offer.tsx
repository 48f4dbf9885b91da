import type { Correction } from '@balcao/contract/corrections.ts';
import { Button, CloseButton, Group } from '@mantine/core';
import { useState } from 'react';
import { useCorrectionPaper } from '../../corrections/use-correction-paper.ts';
import classes from '../parts/counter-page.module.css';
import { storeExchangePaper } from './exchange-paper.ts';

/** Offers the paper of the exchange that was just made; the receipt of its sale opens by itself. */
export function ExchangeOffer({ exchange }: { exchange: Correction }) {
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
