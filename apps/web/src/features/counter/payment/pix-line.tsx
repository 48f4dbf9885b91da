import { type Cents, formatCents } from '@balcao/domain/money.ts';
import { brCode } from '@balcao/domain/pix/br-code.ts';
import { Box, Button, Text, TextInput } from '@mantine/core';
import { IconCopy, IconSquare, IconSquareCheckFilled } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type RefCallback,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { copyFrom } from '../../../ui/fields/copy-from.ts';
import { QrCode } from '../../../ui/paper/barcode/qr-code.tsx';
import { keepFinishInSight } from '../keys/use-focus.ts';
import { useCounter } from '../sale/counter-context.ts';
import type { FieldId } from '../sale/focus.ts';
import { NO_PAYMENT } from '../sale/payment-lines.ts';
import { txidOf } from '../sale/sale-checks.ts';
import { isLetter, payment, usePaying, useSalePix } from './payment.ts';
import { placeOfRow } from './payment-chips.tsx';
import classes from './pix-qr.module.css';

/** Under a row that is paid by Pix: the QR code until the seller has found the payment at the bank. */
export function PixLine({ row }: { row: number }) {
  const pix = useSalePix();
  const { rows } = useCounter(payment);
  const line = rows[row] ?? NO_PAYMENT;
  const txid = txidOf(line, row, pix);
  if (!pix || !txid || !line.amount) return null;
  const found = line.pixFound === txid;
  const text = brCode(pix, { amount: line.amount, txid });
  return <OpenPix key={text} {...{ row, text, txid, found }} amount={line.amount} />;
}

type OpenPixProps = { row: number; text: string; amount: Cents; txid: string; found: boolean };

/**
 * How long Enter confirms nothing: three of them in a row pay in cash, and would confirm a Pix that nobody has looked
 * for.
 */
const LOOK_MS = 1_500;

function OpenPix({ row, text, amount, txid, found }: OpenPixProps) {
  const { locked, after, free, chooseByKey, dispatch } = usePaying();
  const note = `pix-note-${row}`;
  const [said, say] = useState('');
  const paintedAt = useRef(Number.POSITIVE_INFINITY);
  // Each code that is drawn begins the time again, in the frame after it is there.
  const drawn = useCallback(() => {
    const frame = requestAnimationFrame(() => {
      paintedAt.current = performance.now();
    });
    return () => {
      cancelAnimationFrame(frame);
      paintedAt.current = Number.POSITIVE_INFINITY;
    };
  }, []);
  const setFound = (wanted: string | null, to?: FieldId) => {
    say('');
    dispatch({ type: 'pix-found', row, txid: wanted }, to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') {
      // The Enter of a word, or of the next client's CPF, is not meant for the bank either.
      if (/^[^ ]$/.test(event.key)) paintedAt.current = performance.now();
      if (free < 0 && isLetter(event)) say('Não falta nada a pagar.');
      return chooseByKey(event, free);
    }
    event.preventDefault();
    // An Enter held down since the amount confirms nothing.
    if (event.repeat) return;
    if (!found && performance.now() - paintedAt.current < LOOK_MS) return say(LOOK_FIRST);
    setFound(txid, after(row));
  };
  const line = useRef<HTMLDivElement>(null);
  const showWhole = useEffectEvent(() => {
    const typing = document.activeElement?.id === `amount-${row}`;
    if (typing) line.current?.scrollIntoView({ block: 'nearest' });
  });
  const wasFound = useRef(found);
  useEffect(() => {
    if (!found) showWhole();
    // Without the QR code the page may be shorter.
    else if (!wasFound.current) keepFinishInSight();
    wasFound.current = found;
  }, [found]);
  const Mark = found ? IconSquareCheckFilled : IconSquare;
  return (
    <Box ref={line} role="group" aria-label={`Pix ${row + 1}`} style={{ order: placeOfRow(row) }}>
      {!found && <PixQr {...{ text, amount, note, drawn, said }} onSay={say} />}
      {/* A button, not an input: a scanner's Enter confirms nothing there either. */}
      <Button
        // The focus goes to the one that is still to be found.
        id={found ? undefined : `pix-${row}`}
        role="checkbox"
        aria-checked={found}
        aria-describedby={found ? undefined : note}
        fullWidth
        size="md"
        px="xs"
        fz="sm"
        variant={found ? 'light' : 'outline'}
        color={found ? 'green' : 'petrol'}
        justify="flex-start"
        leftSection={<Mark size={20} aria-hidden />}
        disabled={locked}
        onClick={() => setFound(found ? null : txid)}
        onKeyDown={onKeyDown}
      >
        Conferi o pagamento no banco
      </Button>
    </Box>
  );
}

const LOOK_FIRST = 'Olhe o banco antes de confirmar.';

type PixQrProps = {
  text: string;
  amount: Cents;
  note: string;
  drawn: RefCallback<SVGSVGElement>;
  /** What was said about it last. */
  said: string;
  onSay: (words: string) => void;
};

/** The QR code of a payment and its text to copy. */
function PixQr({ text, amount, note, drawn, said, onSay }: PixQrProps) {
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    if (!field.current) return;
    const copied = await copyFrom(field.current);
    onSay(copied ? 'Código copiado.' : 'Selecionado: copie com Ctrl+C.');
  };
  const label = `QR code do Pix de ${formatCents(amount)}`;
  return (
    <div className={classes.pix}>
      <QrCode text={text} size={200} edge={0} label={label} drawn={drawn} />
      <div className={classes.copy}>
        <TextInput
          ref={field}
          size="xs"
          label="Pix copia e cola"
          readOnly
          value={text}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="default"
          size="xs"
          px="xs"
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() => void copy()}
        >
          Copiar
        </Button>
        <Text id={note} size="xs" c="dimmed">
          O Balcão não vê o banco: confira lá antes de confirmar.
        </Text>
        <Text role="status" size="xs" fw={500}>
          {said}
        </Text>
      </div>
    </div>
  );
}
