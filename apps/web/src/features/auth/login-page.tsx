import { Box, Button, Center, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { refusalCode } from '../../api/errors.ts';
import { sessionEnded } from '../../api/session.ts';
import { paths } from '../../navigation/paths.ts';
import { hasUnsaved } from '../../storage/unsaved-input.ts';
import { Form } from '../../ui/fields/form.tsx';
import type { Outcome } from '../../ui/messages/outcome.ts';
import { Say } from '../../ui/messages/say.tsx';
import { CornerMessage } from '../../ui/messages/timed.tsx';
import { SchoolLogo } from '../../ui/paper/school-logo.tsx';
import { useInstitution } from '../institution/use-institution.ts';
import { readWord, signIn } from './auth.queries.ts';
import { CodeStep } from './code-step.tsx';
import classes from './login-page.module.css';

export function LoginPage() {
  const navigate = useNavigate();
  /** Why the last sign-in failed and when, while the notice about it shows. */
  const [failed, setFailed] = useState<{ at: number; outcome: Outcome } | null>(null);
  /** In place of the fields, once the password of somebody with a second factor was right. */
  const [codeStep, setCodeStep] = useState<ReactNode>(null);
  const password = useRef<HTMLInputElement>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: async (form: FormData) => {
      // As typed: no trimming and no checks of our own.
      const typed = { username: `${form.get('username')}`, password: `${form.get('password')}` };
      const enter = () => navigate({ to: paths.home, replace: true });
      try {
        await signIn(typed);
        await enter();
      } catch (error) {
        if (refusalCode(error) !== 'code_required') throw error;
        // The password was right.
        setFailed(null);
        setCodeStep(<CodeStep typed={typed} enter={enter} leave={() => setCodeStep(null)} />);
      }
    },
    // No password stays in memory.
    gcTime: 0,
    onError: (error, form) => {
      console.error(error);
      const message = 'Login ou senha incorretos!';
      setFailed({ at: Date.now(), outcome: { tone: 'error', message, ms: 5_000 } });
      // Typed over as a whole, unless somebody types already.
      const field = password.current;
      const correctsLogin = document.activeElement?.getAttribute('name') === 'username';
      if (!field || field.value !== form.get('password') || correctsLogin) return;
      // Only Chromium moves the focus with the selection.
      field.focus();
      field.select();
    },
  });

  const word = readWord();

  return (
    <Center component="main" mih="100dvh" px={16} py={8}>
      {failed && (
        <CornerMessage key={failed.at} outcome={failed.outcome} onEnd={() => setFailed(null)} />
      )}
      <Box w="min(100%, 400px)">
        <Paper withBorder shadow="xs" className={classes.plate} data-light>
          <SchoolLogos />
          <Title order={1} size="h3">
            Olá, bem vindo!
          </Title>
          <Text c="dimmed">Faça o login</Text>
          {sessionEnded && (
            <Say rank="fact" place="page" mt="md">
              Sua sessão terminou. Entre de novo
              {hasUnsaved() && ': o que você digitou está guardado'}.
            </Say>
          )}
          {word !== null && (
            <Say rank="fact" place="page" mt="md">
              {word}
            </Say>
          )}
          {codeStep ?? (
            <Form onSubmit={(form) => mutate(new FormData(form))}>
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
                  ref={password}
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
                  loading={isPending}
                  leftSection={<IconCheck size={20} aria-hidden />}
                >
                  Entrar
                </Button>
              </Stack>
              <a hidden href={paths.login}>
                Esqueci a senha
              </a>
            </Form>
          )}
        </Paper>
      </Box>
    </Center>
  );
}

/** The logos of the institutions; their space is reserved while they load. */
function SchoolLogos() {
  const institution = useInstitution();
  return (
    <div className={classes.logos}>
      {institution?.institutions.map((school, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the two never change places
        <SchoolLogo key={index} school={school} alt={school.name || 'Logotipo'} />
      ))}
    </div>
  );
}
