import { type Cents, formatCents } from '@balcao/domain/money.ts';
import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FieldsForm } from '../../../ui/dialogs/form-dialog.tsx';
import type { Fields } from '../../../ui/fields/use-fields.ts';
import { refusalText } from '../record/record-problem.tsx';
import type { useRecord } from '../record/use-record.tsx';

type Props<V extends object, Sent> = {
  fields: Fields<V>;
  recording: ReturnType<typeof useRecord>;
  submitLabel: string;
  bodyOf: (values: V) => Sent;
  onSubmit: (sent: Sent) => void;
  /** The name of the field to look at when the server has refused it. */
  refusedAt: string;
  onBack: () => void;
  children: ReactNode;
};

/** A form of a correction. Its parts are several fields each, so what is missing is said at its foot. */
export function CorrectionForm<V extends object, Sent>(props: Props<V, Sent>) {
  const { fields, recording, onSubmit, refusedAt, onBack, children, ...form } = props;
  const busy = recording.isSending || recording.isAsking;
  const [missing] = Object.values(fields.errors);
  return (
    <FieldsForm
      {...form}
      fields={fields}
      sending={{
        send: onSubmit,
        isSending: busy,
        problem: missing ?? refusalText(recording.error),
      }}
      submit={{ color: 'green', size: 'md' }}
      fault={recording.error ? refusedAt : undefined}
      onCancel={onBack}
      cancelLabel="Voltar"
      cancelWaits
    >
      <Stack gap="md" inert={busy}>
        {children}
      </Stack>
    </FieldsForm>
  );
}

/** The amount that a correction is about, large enough to be read across the counter. */
export function AmountBar({ label, amount }: { label: string; amount: Cents }) {
  return (
    <Group
      justify="space-between"
      align="baseline"
      bg="var(--surface-accent)"
      px="sm"
      py={6}
      bdrs="sm"
    >
      <Text fw={500}>{label}</Text>
      <Text className="money" fz={32} fw={650} lh={1.2}>
        {formatCents(amount)}
      </Text>
    </Group>
  );
}
