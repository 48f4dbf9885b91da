import { Button, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { sessionEnded } from '../../api/session.ts';
import { paths } from '../../navigation/paths.ts';
import { hasUnsaved } from '../../ui/fields/unsaved-input.ts';
import { signIn } from './auth.queries.ts';
import classes from './login-page.module.css';
import { RefusedBanner } from './refused-banner.tsx';
import { SchoolLogos } from './school-logos.tsx';

export function LoginPage() {
  const navigate = useNavigate();
  const [loading, setLoading] = useState(false);
  const [refusals, setRefusals] = useState(0);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setLoading(true);
    try {
      // As typed: no trimming, no checks of our own.
      await signIn({ username: `${form.get('username')}`, password: `${form.get('password')}` });
      await navigate({ to: paths.home, replace: true });
    } catch (error) {
      console.error(error);
      setRefusals((count) => count + 1);
    } finally {
      setLoading(false);
    }
  };

  return (
    <main className={classes.page}>
      {refusals > 0 && <RefusedBanner key={refusals} />}
      <div className={classes.column}>
        <SchoolLogos />
        <Paper withBorder className={classes.card}>
          <Title order={1} size="h3">
            Olá, bem vindo!
          </Title>
          <Text c="dimmed">Faça o login</Text>
          {sessionEnded && (
            <Text role="status" mt="md">
              Sua sessão terminou. Entre de novo
              {hasUnsaved() && ': o que você digitou está guardado'}.
            </Text>
          )}
          <form onSubmit={submit}>
            <Stack mt="lg" gap="md">
              <TextInput
                label="Login"
                name="username"
                size="md"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                autoFocus
              />
              <TextInput
                label="Senha"
                name="password"
                type="password"
                size="md"
                autoComplete="current-password"
              />
              <Button
                type="submit"
                size="md"
                mt="xs"
                loading={loading}
                leftSection={<IconCheck size={20} aria-hidden />}
              >
                Entrar
              </Button>
            </Stack>
            <a hidden href={paths.login}>
              Esqueci a senha
            </a>
          </form>
        </Paper>
      </div>
    </main>
  );
}
