import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { NOTICE_MS, type Outcome, outcomeOf } from '../../ui/messages/outcome.ts';
import { ResultBar } from '../../ui/messages/result-bar.tsx';
import { changePassword } from './profile.queries.ts';
import classes from './profile-page.module.css';

const said = {
  done: 'Senha alterada com sucesso!',
  failed: 'Erro ao alterar senha',
  doneMs: NOTICE_MS,
};

export function PasswordForm({ labelledBy }: { labelledBy: string }) {
  const [saving, setSaving] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (saving) return;
    const form = event.currentTarget;
    const typed = new FormData(form);
    setSaving(true);
    const result = await outcomeOf(
      () =>
        changePassword({
          old_password: `${typed.get('old')}`,
          new_password: `${typed.get('new')}`,
          confirm_new_password: `${typed.get('repeated')}`,
        }),
      said,
    );
    setSaving(false);
    setOutcome(result);
    if (result.tone === 'success') form.reset();
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
        <Button type="submit" loading={saving}>
          Alterar senha
        </Button>
        <div className={classes.outcome}>
          {outcome && <ResultBar outcome={outcome} onEnd={() => setOutcome(null)} />}
        </div>
      </Stack>
    </form>
  );
}
