import type { Institution } from '@balcao/contract/shop/institution.ts';
import { Button } from '@mantine/core';
import { IconDownload, IconShare2 } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { Say } from '../../../ui/messages/say.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { loadCode } from '../../../ui/use-code.ts';
import { type Receipt, titleOf } from './receipt.ts';

type Props = { receipt: Receipt; institution: Institution };

/** Saves the receipt as a PDF file, or shares it from a phone. */
export function ReceiptFile({ receipt, institution }: Props) {
  const name = `${titleOf(receipt)}.pdf`;
  const made = useRef<File>(undefined);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState('');

  const withFile = async (use: (file: File) => unknown) => {
    setBusy(true);
    setMessage('');
    try {
      made.current ??= await makeFile(receipt, institution, name);
      await use(made.current);
    } catch (error) {
      if (isCalledOff(error)) return;
      console.error('The PDF file could not be made', error);
      setMessage('O PDF não pôde ser feito. Tente de novo.');
    } finally {
      setBusy(false);
    }
  };
  const share = async (file: File) => {
    try {
      await navigator.share({ files: [file], title: name });
    } catch (error) {
      // Making the file took longer than browsers remember a touch.
      if ((error as Error).name !== 'NotAllowedError') throw error;
      setMessage('O PDF está pronto: toque de novo em Compartilhar.');
    }
  };

  return (
    <>
      {message && (
        <Say rank="refusal" place="field" lh="36px">
          {message}
        </Say>
      )}
      <Button
        variant="default"
        loading={busy}
        leftSection={<IconDownload size={18} aria-hidden />}
        onClick={() => void withFile((file) => saveFile(file, file.name))}
      >
        Salvar PDF
      </Button>
      {canShareFiles() && (
        <Button
          variant="default"
          disabled={busy}
          leftSection={<IconShare2 size={18} aria-hidden />}
          onClick={() => void withFile(share)}
        >
          Compartilhar
        </Button>
      )}
    </>
  );
}

/** The library is large, and loaded only here. */
async function makeFile(receipt: Receipt, institution: Institution, name: string): Promise<File> {
  const { receiptPdf } = await loadCode('receipt-pdf', () => import('./receipt-pdf.ts'));
  return new File([await receiptPdf(receipt, institution)], name, { type: 'application/pdf' });
}

/** Web Share exists only over TLS, contrary to the types, and mostly on phones. */
function canShareFiles(): boolean {
  const probe = new File([''], 'recibo.pdf', { type: 'application/pdf' });
  return (navigator as Partial<Navigator>).canShare?.({ files: [probe] }) ?? false;
}

/** The user closed the share sheet. */
function isCalledOff(error: unknown): boolean {
  return (error as Error).name === 'AbortError';
}
