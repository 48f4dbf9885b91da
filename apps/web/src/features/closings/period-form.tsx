import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import classes from './closings-page.module.css';
import type { ClosingsPeriod } from './closings-search.ts';

type Props = { period: ClosingsPeriod; onApply: (period: ClosingsPeriod) => void };

export function PeriodForm({ period, onApply }: Props) {
  const [typed, setTyped] = useState(period);
  const [before, setBefore] = useState(period);
  // The address changed by itself (back, a link): the fields follow.
  if (before.startDate !== period.startDate || before.endDate !== period.endDate) {
    setBefore(period);
    setTyped(period);
  }

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onApply(typed);
  };

  return (
    <form onSubmit={submit}>
      <fieldset className={classes.period}>
        <legend>Filtrar período</legend>
        <TextInput
          type="date"
          label="Início:"
          className={classes.date}
          min="2000-01-01"
          max="2999-12-31"
          required
          withAsterisk={false}
          value={typed.startDate}
          onChange={(event) => setTyped({ ...typed, startDate: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label="Fim:"
          className={classes.date}
          min="2000-01-01"
          max="2999-12-31"
          required
          withAsterisk={false}
          value={typed.endDate}
          onChange={(event) => setTyped({ ...typed, endDate: event.currentTarget.value })}
        />
        <Button type="submit" variant="default" className={classes.submit}>
          Filtrar
        </Button>
      </fieldset>
    </form>
  );
}
