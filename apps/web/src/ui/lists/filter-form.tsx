import { Button, TextInput } from '@mantine/core';
import type { FormEvent, ReactNode, Ref } from 'react';
import classes from './filter-form.module.css';

type Props = {
  /** The name of the form: of a search landmark, or as a visible legend. */
  label: string;
  visibleLabel?: boolean;
  onSubmit: () => void;
  children: ReactNode;
};

/** The classes of fields that share the width which the others leave. */
export const { wide: wideField, wider: widerField } = classes;

export function FilterForm({ label, visibleLabel = false, onSubmit, children }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  const fields = (
    <>
      {children}
      <Button type="submit" variant="default" className={classes.submit}>
        Filtrar
      </Button>
    </>
  );
  return visibleLabel ? (
    <form onSubmit={submit}>
      <fieldset className={classes.form}>
        <legend>{label}</legend>
        {fields}
      </fieldset>
    </form>
  ) : (
    <search aria-label={label}>
      <form className={classes.form} onSubmit={submit}>
        {fields}
      </form>
    </search>
  );
}

type Period = { startDate: string; endDate: string };

type PeriodProps = {
  period: Period;
  onChange: (part: Partial<Period>) => void;
  labels?: readonly [start: string, end: string];
  required?: boolean;
  startRef?: Ref<HTMLInputElement>;
  endRef?: Ref<HTMLInputElement>;
};

export function PeriodFields(props: PeriodProps) {
  const { period, onChange, labels = ['Início', 'Fim'], required = false } = props;
  const field = {
    type: 'date',
    className: classes.date,
    min: '2000-01-01',
    max: '2999-12-31',
    required,
    withAsterisk: false,
  };
  return (
    <>
      <TextInput
        {...field}
        ref={props.startRef}
        label={labels[0]}
        value={period.startDate}
        onChange={(event) => onChange({ startDate: event.currentTarget.value })}
      />
      <TextInput
        {...field}
        ref={props.endRef}
        label={labels[1]}
        value={period.endDate}
        onChange={(event) => onChange({ endDate: event.currentTarget.value })}
      />
    </>
  );
}
