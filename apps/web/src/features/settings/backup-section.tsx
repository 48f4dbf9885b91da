import type { Backups } from '@balcao/contract/shop/backups.ts';
import { formatMoment } from '@balcao/domain/dates/business-day.ts';
import { Button, Group, Loader, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { failureWords } from '../../api/errors.ts';
import { LoadNotice } from '../../ui/messages/load-notice.tsx';
import { Say } from '../../ui/messages/say.tsx';
import { SectionFrame } from './section.tsx';

const STEPS: Record<NonNullable<Backups['step']>, string> = {
  copy: 'Copiando o banco…',
  check: 'Conferindo o arquivo…',
  load: 'Restaurando à parte, para provar que serve…',
  compare: 'Comparando cada linha e as somas…',
};

const LOOK_EVERY_MS = 1_500;
const KEY = ['backups'] as const;

/** The last backup, and one made now, as the server makes its daily one. */
export function BackupSection() {
  const queries = useQueryClient();
  const backups = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('readBackups', { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.step ? LOOK_EVERY_MS : false),
    meta: { failure: 'The state of the backups could not be loaded' },
  });
  const make = useMutation({
    mutationFn: () => call('makeBackup'),
    onSuccess: async (begun) => {
      // A read that was asked for before this one must not say afterwards that nothing is under way.
      await queries.cancelQueries({ queryKey: KEY });
      queries.setQueryData(KEY, begun);
    },
    meta: { failure: 'The backup was not begun' },
  });
  const { data } = backups;
  const step = data?.step;
  const pressedAt = make.isSuccess ? make.submittedAt : undefined;
  const isDone = data?.last && pressedAt && !step && Date.parse(data.last.at) >= pressedAt - 60_000;
  const problem = failureWords(make.error) ?? (step ? null : data?.failure);
  return (
    <SectionFrame id="backup" title="Backup">
      <LoadNotice query={backups} failed="O estado dos backups não pôde ser carregado." />
      {data && (
        <Group justify="space-between" align="start" gap="sm">
          <div style={{ flex: '1 1 16rem', overflowWrap: 'anywhere' }}>
            <Text inherit>
              {data.last ? (
                <>
                  O mais novo é de <b>{formatMoment(new Date(data.last.at))}</b>
                  {data.last.bytes !== null && <>, {sizeOf(data.last.bytes)}</>}, restaurado à parte
                  e comparado.
                </>
              ) : (
                'Ainda não há nenhum backup desta loja.'
              )}
            </Text>
            <Text inherit c="dimmed">
              {data.state === 'off'
                ? 'Este servidor não faz backups sozinho. Quem o instalou os liga com BACKUP_KEEP, por exemplo 7, e reinicia; se os backups são de outro servidor ou de outro programa, nada falta aqui.'
                : 'O servidor faz um por dia. A pasta deles fica melhor em outro disco.'}
            </Text>
            {step && (
              <Group role="status" gap="xs" mt={6}>
                <Loader size="xs" aria-hidden />
                {STEPS[step]}
              </Group>
            )}
            {isDone && !problem && (
              <Say rank="fact" place="page" fw={600} mt={6} c="var(--mantine-color-green-text)">
                Backup feito e conferido.
              </Say>
            )}
            {problem && (
              <Say rank="refusal" place="field" mt={6}>
                {problem}
              </Say>
            )}
          </div>
          {data.state !== 'off' && (
            <Button
              variant="default"
              loading={make.isPending || Boolean(step)}
              onClick={() => make.mutate()}
            >
              Fazer agora
            </Button>
          )}
        </Group>
      )}
    </SectionFrame>
  );
}

function sizeOf(bytes: number): string {
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1_000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${size.toLocaleString('pt-BR', { maximumFractionDigits: size < 10 ? 1 : 0 })} ${unit}`;
}
