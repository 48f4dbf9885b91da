import { Button } from '@mantine/core';
import { failureWords, mayHaveActed } from '../../../api/errors.ts';
import { Say } from '../../../ui/messages/say.tsx';
import type { useRecord } from './use-record.tsx';

type Props = { recording: ReturnType<typeof useRecord> };

/** Why a correction was not recorded, or that this is not known. */
export function RecordProblem({ recording }: Props) {
  const { error, unanswered, isSending, send } = recording;
  if (unanswered && !isSending) {
    const again = (
      <Button data-autofocus onClick={() => send(unanswered)}>
        Tentar de novo
      </Button>
    );
    return (
      <Say rank="refusal" mb="sm" action={again}>
        O servidor não respondeu, e não se sabe se a {WORDS[unanswered.kind]} foi registrada. Tente
        de novo: ela não será registrada duas vezes.
      </Say>
    );
  }
  const reason = refusalText(error);
  return (
    reason && (
      <Say rank="refusal" place="field" lines={1}>
        {reason}
      </Say>
    )
  );
}

const WORDS = { refund: 'devolução', payments: 'correção' } as const;

const REFUSED = {
  more_than_sold:
    'Parte disto já voltou em outro registro. As quantidades estão atualizadas: confira e tente de novo.',
  figures_differ:
    'A venda mudou em outro registro. Os valores estão atualizados: confira e tente de novo.',
  box_not_open: 'O seu caixa não está aberto. Abra o caixa no PDV e tente de novo.',
  box_left_open:
    'O seu caixa ficou aberto desde outro dia. Feche-o em FECHAR CAIXA, no menu, e abra outro no PDV.',
  key_reused: 'Isto já foi registrado com outros dados. Confira o que consta na venda.',
};

/** Undefined also while it is not known whether it was recorded. */
export const refusalText = (error: Error | null): string | undefined =>
  mayHaveActed(error) ? undefined : failureWords(error, REFUSED);
