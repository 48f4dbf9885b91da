import { CloseButton, Group } from '@mantine/core';
import { useState } from 'react';
import { paths } from '../../../navigation/paths.ts';
import { PrintPageLink } from '../../../ui/paper/print-page-link.tsx';
import { receiptBlocked, setReceiptBlocked } from '../../../ui/paper/print-tab.ts';
import classes from '../parts/counter-page.module.css';

/** A link to the last receipt, when the browser has blocked its window. */
export function BlockedReceipt() {
  const [blocked, setBlocked] = useState(receiptBlocked);
  const dismiss = () => {
    setReceiptBlocked(false);
    setBlocked(false);
  };
  if (!blocked) return null;
  return (
    <Group role="status" className={classes.notice}>
      <span>O navegador bloqueou a janela do recibo.</span>
      {/* The link has to handle the click before it is removed. */}
      <span onClickCapture={() => setTimeout(dismiss)}>
        <PrintPageLink to={paths.receipt}>Abrir recibo</PrintPageLink>
      </span>
      <CloseButton aria-label="Dispensar o recibo" onClick={dismiss} />
    </Group>
  );
}
