import { Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { failureWords } from '../../api/errors.ts';
import { Form } from '../../ui/fields/form.tsx';
import { Say } from '../../ui/messages/say.tsx';
import { signIn } from './auth.queries.ts';

type Props = {
  /** The right login and password. They are sent again with the code. */
  typed: { username: string; password: string };
  enter: () => Promise<void>;
  leave: () => void;
};

/** Asks for a code of the second factor, or for a recovery code. */
export function CodeStep({ typed, enter, leave }: Props) {
  const [recovers, setRecovers] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async (code: string) => {
      await signIn({ ...typed, code });
      await enter();
    },
    // No code stays in memory.
    gcTime: 0,
    meta: { failure: 'The code was not accepted' },
    onError: () => {
      field.current?.select();
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is another one then
  useEffect(() => field.current?.focus(), [recovers]);

  const submit = (form: HTMLFormElement) => mutate(`${new FormData(form).get('code')}`);
  return (
    <Form busy={isPending} onSubmit={submit}>
      <Stack mt="lg" gap="md">
        <TextInput
          key={`${recovers}`}
          ref={field}
          label={recovers ? 'Código de recuperação' : 'Código do aplicativo'}
          description={
            recovers
              ? 'Um dos códigos que você guardou. Cada um vale uma vez.'
              : 'Os 6 dígitos que o aplicativo do seu celular mostra agora.'
          }
          name="code"
          size="md"
          inputMode={recovers ? 'text' : 'numeric'}
          autoComplete={recovers ? 'off' : 'one-time-code'}
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
        />
        <Say rank="refusal" place="field" lines={2}>
          {failureWords(error, REFUSED)}
        </Say>
        <Button type="submit" size="md" loading={isPending}>
          Entrar
        </Button>
        <Button variant="default" size="md" onClick={leave}>
          Voltar
        </Button>
        <Button
          variant="subtle"
          onClick={() => {
            reset();
            setRecovers(!recovers);
          }}
        >
          {recovers ? 'Usar o código do aplicativo' : 'Estou sem o celular'}
        </Button>
      </Stack>
    </Form>
  );
}

// The password was changed meanwhile, or the user deactivated.
const REFUSED = { wrong_credentials: 'Volte e digite o login e a senha de novo.' };
