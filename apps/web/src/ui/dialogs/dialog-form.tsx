import { Button, type ButtonProps, type MantineSpacing, Stack } from '@mantine/core';
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Form } from '../fields/form.tsx';
import { Say } from '../messages/say.tsx';
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
  /** The name of the field at fault, which takes the focus once somebody has tried to send it. */
  fault?: string | undefined;
  onCancel: () => void;
  /** Default: Cancelar. */
  cancelLabel?: string | undefined;
  /** What was sent has to come back first. */
  cancelWaits?: boolean;
  mt?: MantineSpacing;
  children: ReactNode;
};

/**
 * The fields of a dialog, why it could not be done, and the two ways on. The dialog says which fields are missing;
 * the server says which are wrong: it has the schemas, it names the field at fault, and the content security policy
 * allows no validator here that compiles them.
 */
export function DialogForm(props: Props) {
  const { onSubmit, submitLabel, submit, busy, problem, problemLines, fault, children, ...rest } =
    props;
  const { onCancel, cancelLabel, cancelWaits = false, mt = 0, ...form } = rest;
  const [sent, setSent] = useState<{ form: HTMLFormElement; from: Element | null }>();
  const goOn = useEffectEvent(() => {
    if (!sent || busy) return;
    const { activeElement, body } = document;
    const isAtFault = (field: Element) =>
      fault !== undefined && field.getAttribute('name') === fault;
    // A dialog that asked something may have taken the focus with it.
    const next = [...sent.form.elements].find(isAtFault) ?? (activeElement === body && sent.from);
    if (next instanceof HTMLElement) next.focus();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each attempt, and when its answer has come
  useEffect(() => goOn(), [sent, busy]);
  return (
    <Form
      {...form}
      busy={busy}
      onSubmit={(sent) => {
        setSent({ form: sent, from: document.activeElement });
        onSubmit(sent);
      }}
    >
      <Stack gap="sm" mt={mt}>
        {children}
        <Say rank="refusal" place="field" lines={problemLines ?? 1}>
          {problem}
        </Say>
        <DialogFoot>
          <CancelButton onClick={onCancel} disabled={cancelWaits && busy}>
            {cancelLabel}
          </CancelButton>
          <Button type="submit" loading={busy} {...submit}>
            {submitLabel}
          </Button>
        </DialogFoot>
      </Stack>
    </Form>
  );
}
