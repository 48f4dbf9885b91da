import type { FirstSteps } from '@balcao/contract/shop/first-steps.ts';
import { Anchor, Button, Group, Paper, Text, Title } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { call } from '../../api/call.ts';
import { failureWords } from '../../api/errors.ts';
import { paths } from '../../navigation/paths.ts';
import { Say } from '../../ui/messages/say.tsx';
import { firstStepsQuery } from '../institution/first-steps.queries.ts';
import classes from './first-steps.module.css';

type Step = keyof FirstSteps['steps'];

const STEPS: readonly {
  step: Step;
  to: typeof paths.settings | typeof paths.products | typeof paths.users;
  hash?: string;
  title: string;
  hint: string;
}[] = [
  {
    ...{ step: 'institution', to: paths.settings, hash: 'instituicoes' },
    title: 'Dados da escola',
    hint: 'Nome, CNPJ e logotipos que saem nos recibos.',
  },
  {
    ...{ step: 'products', to: paths.products },
    title: 'Produtos',
    hint: 'Um a um, ou todos de uma planilha.',
  },
  {
    ...{ step: 'sellers', to: paths.users },
    title: 'Vendedores',
    hint: 'Quem vende entra com o próprio login.',
  },
  {
    ...{ step: 'pix', to: paths.settings, hash: 'pix' },
    title: 'Pix',
    hint: 'A chave que vira QR code no PDV.',
  },
  {
    ...{ step: 'paper', to: paths.settings, hash: 'papel' },
    title: 'Papel dos recibos',
    hint: 'Folha A4 ou rolo.',
  },
];

/** What is left to do in a new shop. Each step ticks itself off; they can be put away for everybody. */
export function FirstStepsPanel() {
  const headingId = useId();
  const queries = useQueryClient();
  const { data } = useQuery(firstStepsQuery);
  const end = useMutation({
    mutationFn: () => call('endFirstSteps'),
    onSuccess: (ended) => queries.setQueryData(firstStepsQuery.queryKey, ended),
    meta: { failure: 'The first steps were not put away' },
  });
  if (!data?.show) return null;
  const { steps } = data;
  const done = STEPS.filter(({ step }) => steps[step]).length;
  return (
    <Paper withBorder component="section" aria-labelledby={headingId} className={classes.panel}>
      <Group justify="space-between" gap="xs" mb={6}>
        <Title order={2} size="h5" id={headingId}>
          Primeiros passos
          <Text component="span" c="dimmed" fw={400} ml={8}>
            {done} de {STEPS.length}
          </Text>
        </Title>
        <Button
          variant="subtle"
          size="compact-sm"
          loading={end.isPending}
          onClick={() => end.mutate()}
        >
          Dispensar
        </Button>
      </Group>
      {end.isError && (
        <Say rank="refusal" place="field">
          {failureWords(end.error)}
        </Say>
      )}
      <ul className={classes.steps}>
        {STEPS.map(({ step, to, hash, title, hint }) => (
          <li key={step} data-done={steps[step]}>
            {steps[step] ? (
              <IconCircleCheckFilled size={22} aria-hidden />
            ) : (
              <IconCircle size={22} aria-hidden />
            )}
            <span>
              <Anchor
                inherit
                fw={600}
                renderRoot={(props) => <Link {...props} to={to} {...(hash && { hash })} />}
              >
                {title}
              </Anchor>
              {steps[step] && <span className="visually-hidden"> (feito)</span>}
              <Text component="span" display="block" fz="sm" c="dimmed">
                {hint}
              </Text>
            </span>
          </li>
        ))}
      </ul>
    </Paper>
  );
}
