import type { BegunSecondFactor } from '@balcao/contract/accounts/second-factor.ts';
import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import { Center, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { call } from '../../api/call.ts';
import { ApiRefusal, failureWords } from '../../api/errors.ts';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { headingIfFocusIsLost } from '../../ui/fields/focus.ts';
import { QrCode } from '../../ui/paper/barcode/qr-code.tsx';

type Done<T> = { onDone: (value: T) => void; onCancel: () => void };

/** First the password: nobody else at this screen turns it on. */
export function PasswordStep({ onDone, onCancel }: Done<BegunSecondFactor>) {
  return (
    <StepForm
      button="Continuar"
      send={(form) => call('beginSecondFactor', { body: { password: `${form.get('password')}` } })}
      onDone={onDone}
      onCancel={onCancel}
    >
      <PasswordField autoFocus />
    </StepForm>
  );
}

/** Then the QR code, and a code of the app as the proof that it was taken over. */
export function ConfirmStep({
  begun,
  onDone,
  onCancel,
}: Done<readonly string[]> & { begun: BegunSecondFactor }) {
  return (
    <StepForm
      button="Ligar"
      send={async (form) => {
        const body = { code: `${form.get('code')}` };
        return (await call('confirmSecondFactor', { body })).recovery_codes;
      }}
      onDone={onDone}
      onCancel={onCancel}
    >
      <Text>1. Leia este QR code com o aplicativo de autenticação do seu celular.</Text>
      <Center my={12}>
        <QrCode text={begun.uri} size={216} label="QR code do segundo fator" />
      </Center>
      <Text size="sm" c="dimmed">
        Sem câmera, digite no aplicativo: <code>{begun.secret.replace(/(.{4})/g, '$1 ')}</code>
      </Text>
      <Text>2. Digite o código de 6 dígitos que o aplicativo mostra.</Text>
      <CodeField autoFocus />
    </StepForm>
  );
}

export function TurnOffStep({ onDone, onCancel }: Done<unknown>) {
  return (
    <StepForm
      button="Desligar"
      send={(form) => {
        const [password, code] = [`${form.get('password')}`, `${form.get('code')}`];
        return call('endSecondFactor', { body: { password, code } });
      }}
      onDone={onDone}
      onCancel={onCancel}
    >
      <PasswordField autoFocus />
      <CodeField orRecovery />
    </StepForm>
  );
}

function PasswordField({ autoFocus = false }) {
  return (
    <TextInput
      type="password"
      name="password"
      label="Sua senha"
      autoComplete="current-password"
      maxLength={MAX_LENGTH.password}
      autoFocus={autoFocus}
    />
  );
}

function CodeField({ autoFocus = false, orRecovery = false }) {
  return (
    <TextInput
      name="code"
      label="Código do aplicativo"
      description={orRecovery && 'Ou um código de recuperação.'}
      inputMode={orRecovery ? 'text' : 'numeric'}
      autoComplete="one-time-code"
      maxLength={40}
      autoFocus={autoFocus}
    />
  );
}

type StepProps<T> = Done<T> & {
  button: string;
  send: (form: FormData) => Promise<T>;
  children: ReactNode;
};

/** One step: its fields, why the server refused them, and the two ways on. */
function StepForm<T>({ button, send, onDone, onCancel, children }: StepProps<T>) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => headingIfFocusIsLost, []);
  const { mutate, isPending, error } = useMutation({
    mutationFn: send,
    // No password stays in memory.
    gcTime: 0,
    onSuccess: onDone,
    meta: { failure: 'The second factor was not changed' },
    onError: (failure) => {
      const field = failure instanceof ApiRefusal && failure.problem.field;
      const wrong = form.current?.elements.namedItem(field || 'code');
      if (wrong instanceof HTMLInputElement) wrong.select();
    },
  });
  return (
    <DialogForm
      ref={form}
      onSubmit={(typed) => mutate(new FormData(typed))}
      submitLabel={button}
      busy={isPending}
      problem={failureWords(error)}
      onCancel={onCancel}
    >
      {children}
    </DialogForm>
  );
}
