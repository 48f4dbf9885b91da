import type { Endpoints } from '@balcao/contract/api/endpoints.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import { Anchor, Box, Button, Paper, Stack, TextInput, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useId } from 'react';
import { call } from '../../api/call.ts';
import { readSession, useSession, writeSession } from '../../api/session.ts';
import { paths } from '../../navigation/paths.ts';
import { Form } from '../../ui/fields/form.tsx';
import { PageTitle } from '../../ui/help-link.tsx';
import { Say } from '../../ui/messages/say.tsx';
import { ResultBar } from '../../ui/messages/timed.tsx';
import { useChange } from '../../ui/messages/use-change.ts';
import { SessionList } from '../auth/session-list.tsx';
import { SecondFactorCard } from './second-factor.tsx';

const passwordWords = { done: 'Senha alterada com sucesso!', failed: 'Erro ao alterar senha' };

export function ProfilePage() {
  const headingId = useId();
  const sessionsId = useId();
  const user = useSession()?.user;
  const { history } = useRouter();

  const back = (event: MouseEvent) => {
    // The router knows no page from before a reload. In a new tab the link leads home.
    if (window.history.length < 2) return;
    event.preventDefault();
    history.back();
  };

  if (!user) return null;
  const isMissing = user.second_factor_missing;
  // The key keeps it mounted when the factor is no longer missing: recovery codes show only once.
  const factor = !user.password_expired && <SecondFactorCard key="factor" />;
  return (
    <Box w="min(100%, 26rem)" mx="auto">
      <Anchor
        href={paths.home}
        onClick={back}
        display="inline-flex"
        mih={24}
        style={{ gap: 4, alignItems: 'center' }}
      >
        <IconArrowLeft size={16} aria-hidden />
        Voltar
      </Anchor>
      <PageTitle help="trocar-a-senha" about="Perfil" my={14} style={{ overflowWrap: 'anywhere' }}>
        {`Olá, ${user.name}`}
      </PageTitle>
      <Stack gap="lg">
        {isMissing && factor}
        <Paper withBorder p="clamp(16px, 5vw, 28px)">
          <Title order={2} size="h4" id={headingId}>
            Alterar senha:
          </Title>
          {user.password_expired && (
            <Say rank="look" mt="sm">
              Sua senha provisória valia por 24 horas e venceu. Altere a senha para continuar.
            </Say>
          )}
          <PasswordForm labelledBy={headingId} />
        </Paper>
        {!isMissing && factor}
        {!isMissing && !user.password_expired && (
          <Paper withBorder p="clamp(16px, 5vw, 28px)" component="section">
            <Title order={2} size="h4" id={sessionsId}>
              Onde você está conectado
            </Title>
            <SessionList userId={user.id} labelledBy={sessionsId} />
          </Paper>
        )}
      </Stack>
    </Box>
  );
}

function PasswordForm({ labelledBy }: { labelledBy: string }) {
  const { outcome, reason, isPending, run, endMessage } = useChange();

  const submit = (form: HTMLFormElement) => {
    const typed = new FormData(form);
    const passwords = {
      old_password: `${typed.get('old')}`,
      new_password: `${typed.get('new')}`,
      confirm_new_password: `${typed.get('repeated')}`,
    };
    void run(() => changePassword(passwords), passwordWords, { onDone: () => form.reset() });
  };

  return (
    <Form onSubmit={submit} aria-labelledby={labelledBy}>
      <Stack mt="md">
        <TextInput
          type="password"
          name="old"
          label="Senha atual"
          autoComplete="current-password"
          maxLength={MAX_LENGTH.password}
        />
        <TextInput
          type="password"
          name="new"
          label="Nova senha"
          description="Pelo menos 8 caracteres, diferente da atual e do seu login."
          autoComplete="new-password"
          maxLength={MAX_LENGTH.password}
        />
        <TextInput
          type="password"
          name="repeated"
          label="Repita a nova senha"
          autoComplete="new-password"
          maxLength={MAX_LENGTH.password}
        />
        <Button type="submit" loading={isPending}>
          Alterar senha
        </Button>
        {/* Reserves the space of the message. */}
        <Box mih={46}>{outcome && <ResultBar outcome={outcome} onEnd={endMessage} />}</Box>
        {reason && (
          <Say rank="refusal" place="field" role="status">
            {reason}
          </Say>
        )}
      </Stack>
    </Form>
  );
}

/** Changes the password and updates the stored user: the new password is not provisional. */
async function changePassword(body: BodyOf<Endpoints['changePassword']>): Promise<void> {
  await call('changePassword', { body });
  // Read after the response: the call may have renewed the access.
  const session = readSession();
  if (!session) return;
  const { password_expired: _expired, ...user } = session.user;
  writeSession({ ...session, user: { ...user, must_change_password: false } });
}
