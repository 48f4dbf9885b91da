import { cents } from '@balcao/domain/money.ts';
import { brCode, type PixReceiver } from '@balcao/domain/pix/br-code.ts';
import { Group, Text } from '@mantine/core';
import { QrCode } from '../../ui/paper/barcode/qr-code.tsx';
import classes from './pix-test.module.css';

/** A QR code of one centavo: a phone shows whose key it is before the shop relies on it. */
export function PixTest({ pix }: { pix: PixReceiver }) {
  const text = brCode(pix, { amount: cents(1), txid: 'TESTE' });
  return (
    <Group gap={16} align="center">
      <QrCode text={text} className={classes.qr} label="QR code de teste do Pix, de R$ 0,01" />
      <Text inherit flex="1 1 14rem">
        Antes de salvar, leia este QR code de R$ 0,01 com o aplicativo de um banco: ele mostra o
        nome de quem recebe. Não é preciso pagar.
      </Text>
    </Group>
  );
}
