import type { BegunSecondFactor } from '@balcao/contract/accounts/second-factor.ts';
import { formatDay, formatMoment } from '@balcao/domain/dates/business-day.ts';
import { Button, Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { call } from '../../api/call.ts';
import { orWithout } from '../../api/errors.ts';
import { readSession, useSession, writeSession } from '../../api/session.ts';
import { HelpLink } from '../../ui/help-link.tsx';
import { LoadNotice } from '../../ui/messages/load-notice.tsx';
import { Say } from '../../ui/messages/say.tsx';
import { SESSIONS_KEY } from '../auth/session-list.tsx';
import { ConfirmStep, PasswordStep, TurnOffStep } from './factor-steps.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const QUERY_KEY = ['second-factor'];
const FEW_CODES = 2;

type Step =
  | { at: 'password' | 'turn-off' }
  | { at: 'code'; begun: BegunSecondFactor }
  | { at: 'codes'; codes: readonly string[] };

/** The user's own second factor: off, being turned on, or on. Sellers have none and see nothing. */
export function SecondFactorCard() {
  const headingId = useId();
  const queries = useQueryClient();
  const user = useSession()?.user;
  const query = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => orWithout(call('readSecondFactor', { signal }), null),
    staleTime: 0,
  });
  const [step, setStep] = useState<Step | null>(null);
  const factor = query.data;
  const isOn = factor?.since != null;
  const isFree = isOn && step?.at !== 'codes';
  useEffect(() => {
    if (isFree) letIn();
  }, [isFree]);

  const again = () => {
    setStep(null);
    void queries.invalidateQueries({ queryKey: QUERY_KEY });
  };
  if (factor === null || (!user?.admin && !isOn)) return null;
  return (
    <Paper withBorder p="clamp(16px, 5vw, 28px)" component="section" aria-labelledby={headingId}>
      <Group gap={10} mb="sm">
        <Title order={2} size="h4" id={headingId}>
          Segundo fator
        </Title>
        <HelpLink help="segundo-fator" about="Segundo fator" />
      </Group>
      {user?.second_factor_missing && !step && (
        <Say rank="look" mb="sm">
          Esta loja exige o segundo fator de administradores. Ligue o seu para continuar.
        </Say>
      )}
      {factor?.password_known && (
        <Say rank="look" mb="sm">
          Alguém acertou sua senha sem o código em{' '}
          {formatMoment(new Date(factor.password_known.at))}, de {factor.password_known.address}. Se
          não foi você, altere a senha.
        </Say>
      )}
      <LoadNotice query={query} failed="O segundo fator não pôde ser carregado." />
      {query.isPending && <Skeleton height={96} role="status" aria-label="Carregando" aria-busy />}
      {factor && !step && !isOn && (
        <>
          <Text>
            Além da senha, um código do seu celular: quem descobrir a sua senha não entra sem ele. É
            preciso um aplicativo de autenticação, como Google Authenticator, Microsoft
            Authenticator ou Aegis.
          </Text>
          <Button mt="md" onClick={() => setStep({ at: 'password' })}>
            Ligar o segundo fator
          </Button>
        </>
      )}
      {factor?.since && !step && (
        <>
          <Text>
            Ligado desde {formatDay(new Date(factor.since))}. Ao entrar e ao autorizar no PDV, você
            digita também o código do aplicativo.
          </Text>
          <Text mt="xs" c={factor.recovery_codes > FEW_CODES ? 'dimmed' : 'var(--warning-text)'}>
            Códigos de recuperação que restam: {factor.recovery_codes}. Para ter outros, ou para
            trocar de celular, desligue e ligue de novo.
          </Text>
          <Group mt="md">
            <Button variant="default" onClick={() => setStep({ at: 'turn-off' })}>
              Desligar o segundo fator
            </Button>
          </Group>
        </>
      )}
      {step?.at === 'password' && (
        <PasswordStep
          onDone={(begun) => setStep({ at: 'code', begun })}
          onCancel={() => setStep(null)}
        />
      )}
      {step?.at === 'code' && (
        <ConfirmStep
          begun={step.begun}
          onDone={(codes) => {
            setStep({ at: 'codes', codes });
            void queries.invalidateQueries({ queryKey: SESSIONS_KEY });
          }}
          onCancel={() => setStep(null)}
        />
      )}
      {step?.at === 'codes' && <RecoveryCodes codes={step.codes} onKept={again} />}
      {step?.at === 'turn-off' && <TurnOffStep onDone={again} onCancel={() => setStep(null)} />}
    </Paper>
  );
}

/** The other pages are open again to who had to turn it on. */
function letIn(): void {
  const session = readSession();
  if (!session?.user.second_factor_missing) return;
  const { second_factor_missing: _missing, ...user } = session.user;
  writeSession({ ...session, user });
}
