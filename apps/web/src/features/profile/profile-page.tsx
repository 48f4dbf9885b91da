import { Anchor, Box, Paper, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useId } from 'react';
import { useSession } from '../../api/session.ts';
import { paths } from '../../navigation/paths.ts';
import { PasswordForm } from './password-form.tsx';
import classes from './profile-page.module.css';

export function ProfilePage() {
  const headingId = useId();
  const user = useSession()?.user;
  const { history } = useRouter();

  const back = (event: MouseEvent) => {
    // A page opened by its address has no history: the link then leads home.
    if (!history.canGoBack()) return;
    event.preventDefault();
    history.back();
  };

  if (!user) return null;
  return (
    <Box w="min(100%, 26rem)" mx="auto">
      <Anchor href={paths.home} onClick={back} className={classes.back}>
        <IconArrowLeft size={16} aria-hidden />
        Voltar
      </Anchor>
      <Title order={1} size="h3" my={14} style={{ overflowWrap: 'anywhere' }}>
        Olá, {user.name}
      </Title>
      <Paper withBorder p="clamp(16px, 5vw, 28px)">
        <Title order={2} size="h4" id={headingId}>
          Alterar senha:
        </Title>
        {user.password_expired && (
          <Text role="status" mt="sm">
            Sua senha provisória valia por 24 horas e venceu. Altere a senha para continuar.
          </Text>
        )}
        <PasswordForm labelledBy={headingId} />
      </Paper>
    </Box>
  );
}
