import type { ComponentProps } from 'react';

type Props = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  onSubmit: (form: HTMLFormElement) => void;
  /** Then Enter sends nothing. */
  busy?: boolean;
};

/** A form that the page sends itself. */
export const Form = ({ onSubmit, busy = false, ...form }: Props) => (
  <form
    {...form}
    onSubmit={(event) => {
      event.preventDefault();
      if (!busy) onSubmit(event.currentTarget);
    }}
  />
);
