import { type Cents, formatCents } from '@balcao/domain/money.ts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { RecordProblem } from '../record/record-problem.tsx';
import type { useRecord } from '../record/use-record.tsx';

type Props = {
  recording: ReturnType<typeof useRecord>;
  submitLabel: string;
  /** What is still missing; undefined when the form can be sent. */
  missing: string | undefined;
  onSubmit: () => void;
  onBack: () => void;
  children: ReactNode;
};

/** A form of a correction. What is missing is said when somebody tries to send it. */
export function CorrectionForm(props: Props) {
  const { recording, submitLabel, missing, onSubmit, onBack, children } = props;
  const [tried, setTried] = useState(false);
  const { isSending, isAsking } = recording;
  const busy = isSending || isAsking;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!busy && !missing) onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md" inert={busy}>
        {children}
      </Stack>
      <div style={{ minHeight: 24, marginTop: 12 }}>
        {tried && missing ? (
          <Text role="alert" c="red" fw={600}>
            {missing}
          </Text>
        ) : (
          <RecordProblem recording={recording} />
        )}
      </div>
      <Group justify="flex-end" gap="xs" mt="xs">
        <Button variant="default" disabled={busy} onClick={onBack}>
          Voltar
        </Button>
        <Button type="submit" color="green" size="md" loading={busy}>
          {submitLabel}
        </Button>
      </Group>
    </form>
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
      <Text fw={600}>{label}</Text>
      <Text className="money" fz={32} fw={650} lh={1.2}>
        {formatCents(amount)}
      </Text>
    </Group>
  );
}
