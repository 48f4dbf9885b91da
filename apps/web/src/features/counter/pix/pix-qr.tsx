import { type Cents, formatCents } from '@balcao/domain/money.ts';
import { brCode, type PixReceiver } from '@balcao/domain/pix/br-code.ts';
import { Button, Text, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { copyFrom } from '../../../ui/fields/copy-from.ts';
import { QrCode } from '../../../ui/paper/barcode/qr-code.tsx';
import classes from './pix-qr.module.css';

type Props = { pix: PixReceiver; amount: Cents; txid: string };

/** The QR code of a payment and its text to copy. */
export function PixQr({ pix, amount, txid }: Props) {
  const text = brCode(pix, { amount, txid });
  return (
    <div className={classes.pix}>
      <QrCode
        text={text}
        className={classes.qr}
        label={`QR code do Pix de ${formatCents(amount)}`}
      />
      <div className={classes.copy}>
        <CopyAndPaste key={text} text={text} />
      </div>
    </div>
  );
}

function CopyAndPaste({ text }: { text: string }) {
  const field = useRef<HTMLInputElement>(null);
  const [message, setMessage] = useState('');
  const copy = async () => {
    if (!field.current) return;
    const copied = await copyFrom(field.current);
    setMessage(copied ? 'Código copiado.' : 'Selecionado: copie com Ctrl+C.');
  };
  return (
    <>
      <TextInput
        ref={field}
        label="Pix copia e cola"
        readOnly
        value={text}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="default"
        px="xs"
        leftSection={<IconCopy size={16} aria-hidden />}
        onClick={() => void copy()}
      >
        Copiar
      </Button>
      <Text role="status" size="xs" c="dimmed">
        {message}
      </Text>
    </>
  );
}
