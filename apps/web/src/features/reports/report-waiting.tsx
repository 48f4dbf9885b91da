import { Button, Center, Group, Progress, Stack, Text } from '@mantine/core';
import { whole } from '../../ui/counts.ts';
import { Say } from '../../ui/messages/say.tsx';
import { KeepsChanging } from './read-all.ts';
import type { PeriodProgress } from './use-period.ts';

type Props = {
  progress: PeriodProgress | undefined;
  error: Error | null;
  onContinue: () => void;
  onBack: () => void;
};

/** Shown until all sales are loaded: an incomplete report must never appear. */
export function ReportWaiting({ progress, error, onContinue, onBack }: Props) {
  return (
    <Center component="main" mih="100dvh" p="md">
      <Stack w="min(100%, 30rem)" align="stretch" ta="center">
        {error ? (
          <Say rank="refusal" place="page">
            {troubleOf(error)}
          </Say>
        ) : (
          <Say rank="fact" place="page">
            Buscando dados, aguarde...
          </Say>
        )}
        {progress && <ReadBar progress={progress} moving={!error} />}
        {error && (
          <Group justify="center">
            <Button variant="default" onClick={onBack}>
              Voltar
            </Button>
            <Button onClick={onContinue}>
              {error instanceof KeepsChanging ? 'Buscar de novo' : 'Continuar'}
            </Button>
          </Group>
        )}
      </Stack>
    </Center>
  );
}

const WORDS = {
  sales: { label: 'Vendas carregadas', unit: 'vendas' },
  corrections: { label: 'Devoluções carregadas', unit: 'devoluções e correções' },
};

function ReadBar({ progress, moving }: { progress: PeriodProgress; moving: boolean }) {
  const { read, count, of } = progress;
  const { label, unit } = WORDS[of];
  return (
    <>
      <Progress.Root size="lg">
        <Progress.Section
          value={count > 0 ? Math.min(100, (read / count) * 100) : 100}
          animated={moving}
          aria-label={label}
        />
      </Progress.Root>
      <Text c="dimmed" className="money">
        {whole(read)} de {whole(count)} {unit}
      </Text>
    </>
  );
}

function troubleOf(error: Error): string {
  return error instanceof KeepsChanging
    ? 'As vendas deste período mudaram enquanto eram buscadas.'
    : 'Nem todas as vendas puderam ser carregadas. O relatório só é mostrado completo.';
}
