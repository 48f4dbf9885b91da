import { Box, Button, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Outcome, outcomeOf } from '../../ui/messages/outcome.ts';
import { ResultBar } from '../../ui/messages/result-bar.tsx';
import { changePassword } from './profile.queries.ts';

const words = { done: 'Senha alterada com sucesso!', failed: 'Erro ao alterar senha' };

export function PasswordForm({ labelledBy }: { labelledBy: string }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (form: FormData) =>
      outcomeOf(
        () =>
          changePassword({
            old_password: `${form.get('old')}`,
            new_password: `${form.get('new')}`,
            confirm_new_password: `${form.get('repeated')}`,
          }),
        words,
      ),
    onSuccess: setOutcome,
    // No password stays in memory.
    gcTime: 0,
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isPending) return;
    const form = event.currentTarget;
    mutate(new FormData(form), { onSuccess: ({ tone }) => tone === 'success' && form.reset() });
  };

  return (
    <form onSubmit={submit} aria-labelledby={labelledBy}>
      <Stack mt="md">
        <TextInput
          type="password"
          name="old"
          label="Senha atual"
          autoComplete="current-password"
          maxLength={200}
        />
        <TextInput
          type="password"
          name="new"
          label="Nova senha"
          description="Pelo menos 8 caracteres, diferente da atual e do seu login."
          autoComplete="new-password"
          maxLength={200}
        />
        <TextInput
          type="password"
          name="repeated"
          label="Repita a nova senha"
          autoComplete="new-password"
          maxLength={200}
        />
        <Button type="submit" loading={isPending}>
          Alterar senha
        </Button>
        {/* Reserves the space of the message. */}
        <Box mih={46}>
          {outcome && <ResultBar outcome={outcome} onEnd={() => setOutcome(null)} />}
        </Box>
      </Stack>
    </form>
  );
}
