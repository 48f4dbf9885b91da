import type {
  Approval,
  ApprovedAction,
  ApprovedBody,
} from '@balcao/contract/accounts/approvals.ts';
import type { RefusalCode } from '@balcao/contract/refusal.ts';
import { type Cents, formatCents } from '@balcao/domain/money.ts';
import { Text, TextInput } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { failureWords, refusalCode } from '../../api/errors.ts';
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx';
import { takeFocus } from '../../ui/fields/focus.ts';
import { Modal } from '../../ui/modal.tsx';

/** The one action that needs the approval. */
export type Wanted = {
  readonly action: ApprovedAction;
  /** The id of the sale, of the cash box, or of the closing of a month. */
  readonly subject: number;
  /** The body that will be sent. The approval is for nothing else. */
  readonly request: ApprovedBody;
  /** What it is about, if that is one sum. */
  readonly amount?: Cents;
  /** Names the action for the administrator: 'Devolução da venda nº 4987'. */
  readonly words: string;
  /** Further facts for the administrator, a line each: where the money goes, and why. */
  readonly details: readonly string[];
  /** false: only if the server asks for it. Default: whenever a seller does it. */
  readonly needed?: boolean;
  /** Administrators are asked too. */
  readonly ofAll?: true;
};

type Props = {
  wanted: Wanted;
  again: boolean;
  why: string | undefined;
  /** undefined: called off. */
  answer: (given: Approval | undefined) => void;
};

/** Asks the administrator at this counter for their login and password, for one action. */
export function ApprovalDialog({ wanted, again, why, answer }: Props) {
  const { action, subject, request, amount, words, details } = wanted;
  const login = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const codeField = useMergedRef(code, takeFocus);
  /** The administrator has a second factor. */
  const [asksCode, setAsksCode] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (typed: { username: string; password: string; code?: string }) =>
      call('approve', { body: { ...typed, action, subject, request } }),
    // No password stays in memory.
    gcTime: 0,
    onSuccess: answer,
    meta: { failure: 'The action was not approved' },
    onError: (failure) => {
      const refused = refusalCode(failure);
      if (refused === 'code_required') setAsksCode(true);
      // A wrong password or code is typed again.
      const aboutCode = refused === 'code_required' || refused === 'wrong_code';
      const wrong = aboutCode ? code : password;
      if (wrong.current) wrong.current.value = '';
      (refused === 'not_administrator' ? login : wrong).current?.select();
    },
  });
  const submit = (typedIn: HTMLFormElement) => {
    // Enter in Login is the way to the password.
    if (password.current?.value === '') return password.current.focus();
    const form = new FormData(typedIn);
    // As typed: no trimming and no checks of our own.
    const typed = form.get('code');
    mutate({
      username: `${form.get('username')}`,
      password: `${form.get('password')}`,
      ...(typed !== null && { code: `${typed}` }),
    });
  };

  return (
    <Modal
      opened
      onClose={() => answer(undefined)}
      title="Autorização de administrador"
      size="sm"
      closeOnClickOutside={false}
    >
      <Text fw={600}>{words}</Text>
      {amount !== undefined && (
        <Text className="money" fz={24} fw={650}>
          {formatCents(amount)}
        </Text>
      )}
      {details.map((line) => (
        <Text key={line}>{line}</Text>
      ))}
      {why && (
        <Text mt={4} fw={600} c="var(--warning-text)">
          {why}
        </Text>
      )}
      <Text size="sm" c="dimmed" mt={4}>
        Vale só para isto, por dois minutos. Fica registrado quem pediu e quem autorizou.
      </Text>
      <DialogForm
        mt="md"
        onSubmit={submit}
        submitLabel="AUTORIZAR"
        busy={isPending}
        problem={error ? problemOf(error) : again && ENDED}
        onCancel={() => answer(undefined)}
      >
        <TextInput
          ref={login}
          label="Login"
          name="username"
          data-autofocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        {/* Otherwise a browser fills in the seller's own password, or offers to keep this one. */}
        <TextInput
          ref={password}
          label="Senha"
          name="password"
          type="password"
          autoComplete="one-time-code"
        />
        {asksCode && (
          <TextInput
            ref={codeField}
            label="Código do aplicativo"
            description="Ou um código de recuperação."
            name="code"
            autoComplete="off"
          />
        )}
      </DialogForm>
    </Modal>
  );
}

const ENDED = 'A autorização venceu ou já foi usada. Peça outra.';

/** These the dialog explains with the server's own words. */
const EXPLAINED: readonly (RefusalCode | undefined)[] = [
  'wrong_credentials',
  'code_required',
  'wrong_code',
  'not_administrator',
  'too_many_attempts',
  // No response.
  undefined,
];

const problemOf = (error: Error) =>
  EXPLAINED.includes(refusalCode(error)) ? failureWords(error) : 'Não foi possível autorizar.';
