import { Text } from '@mantine/core';
import { useState } from 'react';
import { Modal } from '../../modal.tsx';
import { PrintPageLink } from './print-page-link.tsx';
import { openPrintPage, type PrintOptions, type PrintPath, storeForPrinting } from './print-tab.ts';

/** Opens a paper from a list. `blocked` is a dialog with a link for a blocked pop-up; render it. */
export function usePaper(path: PrintPath, label: string) {
  const [blocked, setBlocked] = useState(false);
  const close = () => setBlocked(false);
  return {
    open: (data: unknown, options: PrintOptions = { printAtOnce: false }) => {
      storeForPrinting(data, options);
      setBlocked(openPrintPage(path) === 'blocked');
    },
    blocked: (
      <Modal opened={blocked} onClose={close} title={label}>
        <Text mb="sm">O navegador bloqueou a nova janela.</Text>
        <PrintPageLink to={path}>Abrir em uma nova janela</PrintPageLink>
      </Modal>
    ),
  };
}
