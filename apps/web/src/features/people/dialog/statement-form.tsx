import { Button, Group } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import { paths } from '../../../navigation/paths.ts';
import { today } from '../../../storage/server-clock.ts';
import { CancelButton } from '../../../ui/dialogs/cancel-button.tsx';
import { DialogFoot } from '../../../ui/dialogs/dialog-foot.tsx';
import { PeriodFields } from '../../../ui/lists/filter-form.tsx';
import { Say } from '../../../ui/messages/say.tsx';
import type { Kind } from '../people.queries.ts';
import classes from './person-part.module.css';

type Period = { startDate: string; endDate: string };

/** Whose: a record, or each student of a class. */
type Of = { kind: Kind; id: string } | { kind: 'student'; class: string };

type Props = {
  of: Of;
  /** In a dialog of its own, which has its title and this way out. */
  onCancel?: () => void;
};

/** Opens the statement of a period in a new tab; the address names a record by its id. */
export function StatementForm({ of, onCancel }: Props) {
  const day = today();
  const [period, setPeriod] = useState<Period>({
    startDate: `${day.slice(0, 4)}-01-01`,
    endDate: day,
  });
  const { startDate, endDate } = period;
  const address = new URLSearchParams({ ...of, startDate, endDate });
  const complete = startDate !== '' && endDate !== '';
  const backwards = complete && startDate > endDate;
  const look = {
    variant: onCancel ? 'filled' : 'default',
    leftSection: <IconFileText size={18} aria-hidden />,
  };
  const open =
    complete && !backwards ? (
      <Button component="a" href={`${paths.statement}?${address}`} target="_blank" {...look}>
        Abrir extrato
      </Button>
    ) : (
      <Button disabled {...look}>
        Abrir extrato
      </Button>
    );
  return (
    <section className={onCancel ? undefined : classes.part} aria-label="Extrato">
      {!onCancel && <h3>Extrato</h3>}
      <Group align="end" gap="sm">
        <PeriodFields
          period={period}
          onChange={(part) => setPeriod((old) => ({ ...old, ...part }))}
        />
        {!onCancel && open}
      </Group>
      {backwards && (
        <Say rank="refusal" place="field" role="status" mt={6}>
          A data de início vem depois da data de fim.
        </Say>
      )}
      {onCancel && (
        <DialogFoot mt="md">
          <CancelButton onClick={onCancel} />
          {open}
        </DialogFoot>
      )}
    </section>
  );
}
