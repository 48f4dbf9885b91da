import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Say } from '../../messages/say.tsx';

/**
 * Only the browser can make a file of what it shows: through its print dialog, where a person chooses the
 * file instead of the printer. This says so before the dialog covers it.
 */
export function SaveAsPdf({ disabled }: { disabled: boolean }) {
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked === 0) return;
    // The dialog stops the page: the second frame comes after the words are on the screen.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => window.print());
    });
    return () => cancelAnimationFrame(frame);
  }, [asked]);
  return (
    <>
      {asked > 0 && (
        <Say rank="fact" place="field" lh="36px">
          Na janela de impressão, escolha o destino “Salvar como PDF”.
        </Say>
      )}
      <Button
        variant="default"
        disabled={disabled}
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={() => setAsked(asked + 1)}
      >
        Salvar PDF
      </Button>
    </>
  );
}
