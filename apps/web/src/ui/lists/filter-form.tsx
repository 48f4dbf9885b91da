import { ActionIcon, Button, Group, TextInput } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, type Ref, useId, useRef, useState } from 'react';
import { firstIn } from '../fields/focus.ts';
import { Form } from '../fields/form.tsx';
import classes from './filter-form.module.css';

type Props = {
  /** The name of the form: of a search landmark, or as a visible legend. */
  label: string;
  visibleLabel?: boolean;
  /** Whether what is typed is not applied yet; undefined where the form does not say so. */
  isWaiting?: boolean;
  onSubmit: () => void;
  /** Takes the whole filter away; undefined while there is none. A form without it has no button for it. */
  onClear?: (() => void) | undefined;
  children: ReactNode;
};

/** The classes of fields that share the width which the others leave. */
export const { wide: wideField, wider: widerField } = classes;

export function FilterForm(props: Props) {
  const { label, visibleLabel = false, isWaiting, onSubmit, onClear, children } = props;
  const waitingId = useId();
  const fields = (
    <>
      {children}
      <div className={classes.submit} data-says-waiting={isWaiting !== undefined || undefined}>
        {isWaiting && (
          <span id={waitingId} className={classes.waiting}>
            Filtro não aplicado
          </span>
        )}
        <Group gap={4} wrap="nowrap">
          <Button
            type="submit"
            variant="default"
            flex={1}
            data-waiting={isWaiting || undefined}
            aria-describedby={isWaiting ? waitingId : undefined}
          >
            Filtrar
          </Button>
          {/* It keeps its place, so that no field moves when a filter comes. */}
          {'onClear' in props && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label="Limpar tudo o que filtra"
              title="Limpar tudo o que filtra"
              disabled={!onClear}
              onClick={onClear}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      </div>
    </>
  );
  return visibleLabel ? (
    <Form onSubmit={onSubmit}>
      <fieldset className={classes.form}>
        <legend>{label}</legend>
        {fields}
      </fieldset>
    </Form>
  ) : (
    <search aria-label={label}>
      <Form className={classes.form} onSubmit={onSubmit}>
        {fields}
      </Form>
    </search>
  );
}

type FoldProps = {
  /** The filter whose values are counted; a period counts as one. */
  applied: object;
  /** Where the page opens it too: a field in it is asked for. */
  state?: [open: boolean, setOpen: (open: boolean) => void];
  children: ReactNode;
};

/** All that filters a list. On a phone a button opens it, so that the list comes first. */
export function FilterFold({ applied, state, children }: FoldProps) {
  const id = useId();
  const own = useState(false);
  const [open, setOpen] = state ?? own;
  const button = useRef<HTMLButtonElement>(null);
  const count = countOf({ ...applied });
  const foldAfter = ({ currentTarget }: FormEvent<HTMLDivElement>) => {
    if (firstIn(currentTarget, '[aria-invalid="true"]')) return;
    // The button that was pressed goes out of sight. In a wide window this one has no box, and nothing moves.
    button.current?.focus();
    setOpen(false);
  };
  return (
    <>
      <Button
        ref={button}
        className={classes.unfold}
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden />}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {count > 0 ? `Filtros (${count})` : 'Filtros'}
      </Button>
      <div id={id} className={classes.folded} data-open={open || undefined} onSubmit={foldAfter}>
        {children}
      </div>
    </>
  );
}

/** The order filters nothing. */
function countOf({ startDate, endDate, order: _, ...others }: Record<string, unknown>): number {
  const values = Object.values(others).filter((value) =>
    Array.isArray(value) ? value.length > 0 : !['', false, undefined].includes(value as string),
  );
  return values.length + (startDate || endDate ? 1 : 0);
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
