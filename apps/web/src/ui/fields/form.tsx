import type { ComponentProps } from 'react';
import type { Fields } from './use-fields.ts';

type Props = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  onSubmit: (form: HTMLFormElement) => void;
  /** Their rules are kept before anything is sent. */
  fields?: Pick<Fields<object>, 'check'>;
  /** Then Enter sends nothing. */
  busy?: boolean;
};

/** A form that the page sends itself. */
export const Form = ({ onSubmit, fields, busy = false, ...form }: Props) => (
  <form
    noValidate={fields !== undefined}
    {...form}
    onSubmit={(event) => {
      event.preventDefault();
      const { currentTarget } = event;
      if (!busy && (!fields || fields.check(currentTarget))) onSubmit(currentTarget);
    }}
  />
);
