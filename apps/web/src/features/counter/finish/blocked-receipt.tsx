import { CloseButton } from '@mantine/core';
import { paths } from '../../../navigation/paths.ts';
import { PrintPageLink } from '../../../ui/paper/print-page-link.tsx';
import classes from '../panel/counter-page.module.css';
import { useBlockedReceipt } from './use-receipt.ts';

/** The link that takes the place of a receipt whose window the browser has blocked. */
export function BlockedReceipt() {
  const [blocked, settle] = useBlockedReceipt();
  if (!blocked) return null;
  return (
    <div role="status" className={classes.blocked}>
      <span>O navegador bloqueou a janela do recibo.</span>
      {/* The click has to do its work in the link first. */}
      <span onClickCapture={() => setTimeout(settle)}>
        <PrintPageLink to={paths.receipt}>Abrir recibo</PrintPageLink>
      </span>
      <CloseButton aria-label="Dispensar o recibo" onClick={settle} />
    </div>
  );
}
