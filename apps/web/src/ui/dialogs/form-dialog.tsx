import type { ModalProps } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import type { Fields } from '../fields/use-fields.ts';
import { Modal } from '../modal.tsx';
import { DialogForm } from './dialog-form.tsx';

/** How the content of a form is sent. */
type Sending<Sent> = {
  send: (sent: Sent) => void;
  isSending: boolean;
  /** What may be done already is only sent again, whatever the fields hold. */
  unanswered?: Sent | undefined;
  problem: ReactNode;
};

type FormProps<V extends object, Sent> = Omit<
  ComponentProps<typeof DialogForm>,
  'onSubmit' | 'busy' | 'problem'
> & {
  fields: Fields<V>;
  sending: Sending<Sent>;
  /** Of values that keep the rules of the fields. */
  bodyOf: (values: V) => Sent;
};

/** A form in a dialog: its fields, what is sent of them, why it could not be done, and the two ways on. */
export function FieldsForm<V extends object, Sent>({
  fields,
  sending: { send, isSending, unanswered, problem },
  bodyOf,
  ...form
}: FormProps<V, Sent>) {
  return (
    <DialogForm
      noValidate
      {...form}
      busy={isSending}
      problem={problem}
      onSubmit={(sent) => {
        if (unanswered !== undefined) send(unanswered);
        else if (fields.check(sent)) send(bodyOf(fields.values));
      }}
    />
  );
}

type DialogProps<V extends object, Sent> = Omit<FormProps<V, Sent>, 'title' | 'onCancel'> &
  Pick<ModalProps, 'title' | 'size' | 'closeOnClickOutside' | 'onClose'>;

/** A dialog that is one form. It stays open while the form is sent. */
export function FormDialog<V extends object, Sent>({
  title,
  size = 'md',
  closeOnClickOutside = true,
  onClose,
  ...form
}: DialogProps<V, Sent>) {
  const close = () => {
    if (!form.sending.isSending) onClose();
  };
  return (
    <Modal opened onClose={close} {...{ title, size, closeOnClickOutside }}>
      <FieldsForm {...form} onCancel={close} cancelWaits />
    </Modal>
  );
}
