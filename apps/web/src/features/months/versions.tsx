import type { MonthVersion, ShownMonth } from '@balcao/contract/cash-boxes/months.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { codeInGroups } from '@balcao/domain/month/month.ts';
import { Box, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { failureWords } from '../../api/errors.ts';
import { counted } from '../../ui/counts.ts';
import { Say } from '../../ui/messages/say.tsx';
import { moment, monthTitle } from './month-words.tsx';
import { saveMonthFile } from './months.queries.ts';

/** Every closing of the month with its files, the newest first. */
export function Versions({ month: { month, versions } }: { month: ShownMonth }) {
  const headingId = useId();
  return (
    <Box component="section" aria-labelledby={headingId}>
      <Title order={2} size="h5" id={headingId} mb={8}>
        Arquivos
      </Title>
      <Stack gap="sm">
        {versions.map((version, place) => (
          <Version key={version.id} month={month} version={version} replaced={place > 0} />
        ))}
      </Stack>
    </Box>
  );
}

type Props = { month: string; version: MonthVersion; replaced: boolean };

function Version({ month, version, replaced }: Props) {
  const { id, version: number, at, by, total, open, fingerprint, reopened } = version;
  const save = useMutation({
    mutationFn: (format: 'pdf' | 'xlsx') =>
      saveMonthFile({ id, name: `fechamento ${month} v${number}` }, format),
    meta: { failure: 'The file could not be saved' },
  });
  const about = `de ${monthTitle(month).toLowerCase()}, versão ${number}`;
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="start" gap="md">
        <div>
          <Text fw={600}>
            Versão {number}: <span className="money">{formatReais(total)}</span>
            {replaced && (
              <Text span c="var(--warning-text)" fw={600}>
                , substituída
              </Text>
            )}
          </Text>
          <Text size="sm" c="dimmed">
            Fechado em {moment(at)} por {by}
            {open > 0 && `, com ${counted(open, 'assunto', 'assuntos')} em aberto`}.
          </Text>
          {reopened && (
            <Text size="sm" c="dimmed">
              Reaberto em {moment(reopened.at)} por {reopened.by}, autorizado por{' '}
              {reopened.approved_by}. Motivo: {reopened.reason}
            </Text>
          )}
          <Text size="sm" mt={8} c="dimmed">
            Código do papel
          </Text>
          <Text size="sm" className="money" style={{ overflowWrap: 'anywhere' }} maw="40ch">
            {codeInGroups(fingerprint)}
          </Text>
        </div>
        <Group gap="xs">
          {(['pdf', 'xlsx'] as const).map((format) => (
            <Button
              key={format}
              variant="default"
              aria-label={`Salvar o ${format.toUpperCase()} ${about}`}
              loading={save.isPending && save.variables === format}
              onClick={() => save.mutate(format)}
            >
              {format.toUpperCase()}
            </Button>
          ))}
        </Group>
      </Group>
      <Say rank="refusal" place="field">
        {failureWords(save.error)}
      </Say>
    </Paper>
  );
}
