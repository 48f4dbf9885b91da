import { Button, type ButtonProps, type MantineSpacing, Stack } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { ProblemLine } from '../messages/problem-line.tsx';
import { CancelButton } from './cancel-button.tsx';
import { DialogFoot } from './dialog-foot.tsx';

type Props = Omit<ComponentProps<'form'>, 'onSubmit'> & {
  /** Runs once at a time: not while `busy`. */
  onSubmit: (form: HTMLFormElement) => void;
  submitLabel: string;
  /** Its look. */
  submit?: Pick<ButtonProps, 'color' | 'size'>;
  busy: boolean;
  /** Why the last attempt failed. */
  problem: ReactNode;
  problemLines?: number;
  onCancel: () => void;
  /** Default: Cancelar. */
  cancelLabel?: string | undefined;
  /** What was sent has to come back first. */
  cancelWaits?: boolean;
  mt?: MantineSpacing;
  children: ReactNode;
};

/**
 * The fields of a dialog, why it could not be done, and the two ways on. What is missing, the dialog says itself;
 * what is wrong, the server: it has the schemas, it names the field at fault, and the content security policy
 * allows no validator here that compiles them.
 */
export function DialogForm(props: Props) {
  const { onSubmit, submitLabel, submit, busy, problem, problemLines, children, ...rest } = props;
  const { onCancel, cancelLabel, cancelWaits = false, mt = 0, ...form } = rest;
  return (
    <form
      {...form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSubmit(event.currentTarget);
      }}
    >
      <Stack gap="sm" mt={mt}>
        {children}
        <ProblemLine lines={problemLines}>{problem}</ProblemLine>
        <DialogFoot>
          <CancelButton onClick={onCancel} disabled={cancelWaits && busy}>
            {cancelLabel}
          </CancelButton>
          <Button type="submit" loading={busy} {...submit}>
            {submitLabel}
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  );
}
