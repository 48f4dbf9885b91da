import { type Cents, formatCents } from '@balcao/domain/money.ts';
import { Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { refusalText } from '../record/record-problem.tsx';
import type { useRecord } from '../record/use-record.tsx';

/** In words, and the name of the field. */
export type Missing = readonly [words: string, field: string];

type Props = {
  recording: ReturnType<typeof useRecord>;
  submitLabel: string;
  /** What is still missing; undefined when the form can be sent. */
  missing: Missing | undefined;
  /** The name of the field to look at when the server has refused it. */
  refusedAt: string;
  onSubmit: () => void;
  onBack: () => void;
  children: ReactNode;
};

/** A form of a correction. It says which parts are missing when somebody tries to send it. */
export function CorrectionForm(props: Props) {
  const { recording, submitLabel, missing, refusedAt, onSubmit, onBack, children } = props;
  const [tried, setTried] = useState(false);
  const busy = recording.isSending || recording.isAsking;
  const submit = () => {
    setTried(true);
    if (!missing) onSubmit();
  };
  const [words, field] = (tried && missing) || [];
  return (
    <DialogForm
      onSubmit={submit}
      noValidate
      submitLabel={submitLabel}
      submit={{ color: 'green', size: 'md' }}
      busy={busy}
      problem={words ?? refusalText(recording.error)}
      fault={field ?? (recording.error ? refusedAt : undefined)}
      onCancel={onBack}
      cancelLabel="Voltar"
      cancelWaits
    >
      <Stack gap="md" inert={busy}>
        {children}
      </Stack>
    </DialogForm>
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
