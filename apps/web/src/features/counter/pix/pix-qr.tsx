import type { PixReceiver } from '@balcao/domain/br-code.ts';
import { type Cents, formatCents } from '@balcao/domain/money.ts';
import { Button, Text, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { copyFrom } from '../../../ui/fields/copy-from.ts';
import classes from './pix-qr.module.css';

/** The counter loads the code of BR Code and QR with the first Pix. */
const pixCodeQuery = queryOptions({
  queryKey: ['pix-code'],
  queryFn: async () => (await import('./pix-code.ts')).pixCode,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
  meta: { failure: 'The QR code could not be loaded' },
});

type Props = { pix: PixReceiver; amount: Cents; txid: string };

/** The QR code of a payment and its text to copy. */
export function PixQr({ pix, amount, txid }: Props) {
  const { data: pixCode, isError, isFetching, refetch } = useQuery(pixCodeQuery);
  const code = useMemo(() => pixCode?.(pix, { amount, txid }), [pixCode, pix, amount, txid]);
  if (isError && !code) {
    return (
      <div role="alert" className={classes.pix}>
        <Text size="sm">O QR code não pôde ser montado.</Text>
        <Button
          size="compact-sm"
          variant="default"
          loading={isFetching}
          onClick={() => void refetch()}
        >
          Tentar de novo
        </Button>
      </div>
    );
  }
  return (
    <div className={classes.pix}>
      {code ? (
        <svg
          className={classes.qr}
          viewBox={`0 0 ${code.size} ${code.size}`}
          shapeRendering="crispEdges"
          role="img"
          aria-label={`QR code do Pix de ${formatCents(amount)}`}
        >
          <path d={code.path} />
        </svg>
      ) : (
        <div className={classes.qr} />
      )}
      <div className={classes.copy}>
        <CopyAndPaste key={code?.text} text={code?.text ?? ''} />
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
