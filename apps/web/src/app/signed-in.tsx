import './mantine-signed-in.css';
import { Box, Button, Center, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { call } from '../api/call.ts';
import { failureWords } from '../api/errors.ts';
import { useSession } from '../api/session.ts';
import { CoveredContext } from '../ui/covered.ts';
import { Form } from '../ui/fields/form.tsx';
import { Say } from '../ui/messages/say.tsx';
import { isCovered, subscribeCover, uncover } from './lock/idle-lock.ts';
import { parkAndSignOut } from './menu/sign-out.ts';

/**
 * Around every page of a signed-in user, papers too, with the style sheets that the login does without. Hides the
 * page while nobody has used this browser for longer than the settings allow.
 */
export function SignedIn() {
  const user = useSession()?.user;
  const covered = useSyncExternalStore(subscribeCover, isCovered);
  return (
    <>
      <CoveredContext value={covered}>
        <Outlet />
      </CoveredContext>
      {user && covered && <Cover name={user.name} />}
    </>
  );
}

/**
 * A modal dialog of the browser itself: everything below is inert, dialogs of the page too, and keeps what is
 * typed in it. It is outside the page, which an open dialog hides.
 */
function Cover({ name }: { name: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const putCaretBack = caretKept();
    element?.showModal();
    return () => {
      // Gives the focus back to where it was.
      element?.close();
      queueMicrotask(putCaretBack);
    };
  }, []);

  return createPortal(
    <Center
      component="dialog"
      ref={dialog}
      aria-label="Tela bloqueada"
      data-cover
      // The back gesture of a phone asks to close it.
      onCancel={(event) => event.preventDefault()}
      onClose={({ currentTarget }) => currentTarget.isConnected && currentTarget.showModal()}
      w="100%"
      h="100%"
      maw="none"
      mah="none"
      px={16}
      bd={0}
      bg="var(--page)"
      c="var(--mantine-color-text)"
    >
      <UnlockForm name={name} />
    </Center>,
    document.body,
  );
}

/** Chromium gives a field its focus back without the caret, and then types nothing into it. */
function caretKept(): () => void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement)) return () => {};
  const { selectionStart, selectionEnd } = field;
  return () => {
    // Null in a field without a caret.
    if (selectionStart !== null) field.setSelectionRange(selectionStart, selectionEnd);
  };
}

/** The same person goes on with their password; another one signs in. */
function UnlockForm({ name }: { name: string }) {
  const field = useRef<HTMLInputElement>(null);
  // Not autoFocus, which comes before the cover is open: that would not know where the focus was.
  useEffect(() => field.current?.focus(), []);
  const unlocking = useMutation({
    // As typed: no trimming and no checks of our own.
    mutationFn: (password: string) => call('unlock', { body: { password } }),
    // No password stays in memory.
    gcTime: 0,
    onSuccess: uncover,
    meta: { failure: 'The screen was not unlocked' },
    onError: () => {
      if (field.current) field.current.value = '';
      field.current?.focus();
    },
  });
  const leaving = useMutation({ mutationFn: parkAndSignOut });
  const submit = (form: HTMLFormElement) =>
    unlocking.mutate(`${new FormData(form).get('password')}`);

  return (
    <Paper withBorder p="clamp(20px, 6vw, 36px)" shadow="xs" w="min(100%, 400px)" m="auto">
      <Title order={2} size="h3">
        Tela bloqueada
      </Title>
      <Text c="dimmed">{name}, digite a sua senha. O que estava na tela continua lá.</Text>
      <Form busy={unlocking.isPending} onSubmit={submit}>
        <Stack mt="lg" gap="md">
          <TextInput
            ref={field}
            label="Senha"
            name="password"
            type="password"
            size="md"
            autoComplete="current-password"
          />
          <Say rank="refusal" place="field" lines={1}>
            {failureWords(unlocking.error, { wrong_password: 'Senha incorreta.' })}
          </Say>
          <Button type="submit" size="md" loading={unlocking.isPending}>
            DESBLOQUEAR
          </Button>
        </Stack>
      </Form>
      <Box mt="lg">
        <Button
          variant="default"
          fullWidth
          loading={leaving.isPending}
          onClick={() => leaving.mutate()}
        >
          Entrar com outro usuário
        </Button>
        <Text size="sm" c="dimmed" mt={6}>
          Sai daqui: um pedido no balcão fica em espera para {name}, e o mais que não foi salvo é
          descartado.
        </Text>
      </Box>
    </Paper>
  );
}
