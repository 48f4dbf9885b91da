import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiRefusal, refusalCode } from '../../api/errors.ts';
import { signIn } from './auth.queries.ts';

type Props = {
  /** What was right. It is sent again with the code. */
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
    onError: (failure) => {
      console.error('The code was not accepted', failure);
      field.current?.select();
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the field is another one then
  useEffect(() => field.current?.focus(), [recovers]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) mutate(`${new FormData(event.currentTarget).get('code')}`);
  };
  return (
    <form onSubmit={submit}>
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
        {/* Room for two lines, so that the buttons do not move. */}
        <Text role="alert" size="sm" fw={600} c="red" mih="3em">
          {error && reasonOf(error)}
        </Text>
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
    </form>
  );
}

function reasonOf(error: Error): string {
  // The password was changed meanwhile, or the user deactivated.
  if (refusalCode(error) === 'wrong_credentials')
    return 'Volte e digite o login e a senha de novo.';
  return error instanceof ApiRefusal
    ? error.problem.detail
    : 'O servidor não respondeu. Tente de novo.';
}
