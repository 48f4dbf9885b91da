import type { OwnBox } from '@balcao/contract/cash-boxes/cash-boxes.ts';
import {
  type Cents,
  centsFromReais,
  formatCents,
  reaisFromCents,
  ZERO,
} from '@balcao/domain/money.ts';
import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { refusalCode } from '../../api/errors.ts';
import { untilAnswered } from '../../api/retries.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Form } from '../../ui/fields/form.tsx';
import { MoneyField } from '../../ui/fields/money-field.tsx';
import { useFields } from '../../ui/fields/use-fields.ts';
import { Say } from '../../ui/messages/say.tsx';
import { CASH_BOXES_KEY, openBox } from './cash-box.queries.ts';

/** The float, in the place of the selling screen. Enter opens the box. */
export function OpenBoxForm({ own }: { own: OwnBox }) {
  const last = centsFromReais(own.suggested_float);
  const fields = useFields(
    { float: last > 0 ? last : (null as Cents | null) },
    { float: (float) => float === null && 'Digite o valor, mesmo que seja R$ 0,00.' },
  );
  const float = fields.values.float ?? ZERO;
  const field = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (amount: Cents) => {
      try {
        await untilAnswered(() => openBox(reaisFromCents(amount)));
      } catch (failure) {
        // Another tab has opened it, or this one and the response was lost: its float is in the bar.
        if (refusalCode(failure) !== 'box_already_open') throw failure;
      }
    },
    // After a refusal too: the shop may have stopped counting its boxes.
    meta: { failure: 'The cash box was not opened', reloads: [CASH_BOXES_KEY] },
  });
  const [asking, setAsking] = useState(false);

  useEffect(() => field.current?.select(), []);

  const submit = () => {
    // The last count, as it was suggested, is no slip of the finger.
    if (float === last && last > 0) mutate(float);
    else setAsking(true);
  };

  return (
    <Paper withBorder p="clamp(16px, 5vw, 28px)" maw="28rem" mx="auto" mt="clamp(8px, 8vh, 64px)">
      <Title order={1} size="h3">
        Abrir o caixa
      </Title>
      <Text mt={4} c="dimmed">
        Conte o troco que está na gaveta. Depois de aberto o caixa, o fundo não muda.
      </Text>
      <Form fields={fields} busy={isPending} onSubmit={submit}>
        <Stack mt="md" gap="md">
          <MoneyField
            {...fields.input('float')}
            ref={field}
            label="Fundo de troco"
            description={`Digite também os centavos: 10000 é R$ 100,00.${last > 0 ? ` Na sua última contagem havia ${formatCents(last)}.` : ''}`}
            size="lg"
            styles={{ input: { fontSize: 24, fontWeight: 600 } }}
          />
          <Button type="submit" size="md" loading={isPending}>
            ABRIR CAIXA
          </Button>
          <Say rank="refusal" place="field" lines={1}>
            {error && 'O caixa não foi aberto. Tente de novo.'}
          </Say>
        </Stack>
      </Form>
      <ConfirmDialog
        opened={asking}
        confirmLabel="Abrir o caixa"
        onConfirm={() => mutate(float)}
        onClose={() => setAsking(false)}
      >
        O caixa abre com <strong className="money">{formatCents(float)}</strong> de fundo de troco.
        Depois de aberto, o fundo não muda.
      </ConfirmDialog>
    </Paper>
  );
}
