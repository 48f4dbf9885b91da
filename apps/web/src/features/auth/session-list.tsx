import type { User } from '@balcao/contract/accounts/users.ts';
import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { Box, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../../api/call.ts';
import { orWithout } from '../../api/errors.ts';
import { useFocusBack } from '../../ui/fields/focus.ts';
import { LoadNotice } from '../../ui/messages/load-notice.tsx';
import { Say } from '../../ui/messages/say.tsx';
import { Modal } from '../../ui/modal.tsx';

/** The key of every query about open sessions. */
export const SESSIONS_KEY = ['sessions'] as const;

type Props = { userId: number; labelledBy?: string };

/** Where a user is signed in, with buttons to end one of these sessions or all except this one. */
export function SessionList({ userId, labelledBy }: Props) {
  const queries = useQueryClient();
  const list = useRef<HTMLUListElement>(null);
  const queryKey = [...SESSIONS_KEY, userId];
  const params = { id: userId };
  const query = useQuery(sessionsQuery(userId));
  const ending = useMutation({
    mutationFn: (session: string | undefined) =>
      call('endSessions', { params, body: session === undefined ? {} : { session } }),
    meta: { failure: 'A session was not ended' },
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey });
      // The button is gone with its row. A dialog may hold this list, so not to the page's heading.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) list.current?.focus();
      });
    },
  });
  const sessions = query.data?.results;
  const others = sessions?.filter(({ current }) => !current) ?? [];

  return (
    <Stack gap="xs">
      <LoadNotice query={query} failed="As sessões não puderam ser carregadas." />
      {query.isPending && <Skeleton height={72} role="status" aria-label="Carregando" aria-busy />}
      <Box
        component="ul"
        ref={list}
        tabIndex={-1}
        m={0}
        p={0}
        style={{ listStyle: 'none', outline: 'none' }}
        aria-labelledby={labelledBy}
      >
        {sessions?.map(({ id, device, address, since, seen, current }, index) => (
          <Group
            key={id}
            component="li"
            justify="space-between"
            wrap="nowrap"
            py={10}
            style={{ borderTop: index > 0 ? '1px solid var(--hairline)' : undefined }}
          >
            <div style={{ minWidth: 0 }}>
              <Group gap="xs">
                <Text fw={600}>{device || 'Navegador'}</Text>
                {current && (
                  <Text span size="sm" fw={600} c="dimmed">
                    esta sessão
                  </Text>
                )}
              </Group>
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {address}, desde {formatMoment(new Date(since))}
                {!current && `, última atividade ${formatMoment(new Date(seen))}`}
              </Text>
            </div>
            {!current && (
              <Button
                variant="default"
                size="compact-md"
                fz="sm"
                flex="none"
                aria-label={`Encerrar ${device || 'Navegador'}, desde ${formatMoment(new Date(since))}`}
                loading={ending.isPending && ending.variables === id}
                onClick={() => ending.mutate(id)}
              >
                Encerrar
              </Button>
            )}
          </Group>
        ))}
      </Box>
      {others.length > 0 && (
        <Text size="sm" c="dimmed">
          A última atividade pode ter até 15 minutos de atraso.
        </Text>
      )}
      {sessions?.length === 0 && <Text c="dimmed">Não está conectado em lugar nenhum.</Text>}
      <Say rank="refusal" place="field">
        {ending.isError && 'Não foi possível encerrar. Tente de novo.'}
      </Say>
      {others.length > 1 && (
        <Group justify="flex-end">
          <Button
            variant="default"
            loading={ending.isPending && ending.variables === undefined}
            onClick={() => ending.mutate(undefined)}
          >
            {others.length === sessions?.length ? 'Encerrar todas' : 'Encerrar todas as outras'}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const sessionsQuery = (userId: number) => ({
  // A user that an earlier version stored may have no id.
  enabled: Boolean(userId),
  queryKey: [...SESSIONS_KEY, userId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    orWithout(call('listSessions', { params: { id: userId }, signal }), null),
  staleTime: 0,
});

/** When a user signed in last, and whether with a second factor. */
function SignInFacts({ userId }: { userId: number }) {
  const { data } = useQuery(sessionsQuery(userId));
  const last = data?.last_sign_in;
  return (
    <Text inherit mb="sm">
      Última entrada: <b>{last ? formatMoment(new Date(last)) : data ? 'nunca entrou' : '…'}</b>
      <br />
      Segundo fator: <b>{data ? (data.second_factor ? 'ligado' : 'desligado') : '…'}</b>
    </Text>
  );
}

/** Where another user is signed in. */
export function SessionsDialog({ user, onClose }: { user: User; onClose: () => void }) {
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title={`Sessões de ${user.name}`} centered>
      <SignInFacts userId={user.id} />
      <SessionList userId={user.id} />
    </Modal>
  );
}
