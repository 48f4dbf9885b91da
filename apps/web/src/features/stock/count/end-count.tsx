import type { WholeCount } from '@balcao/contract/stock/counts.ts';
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { untilAnswered } from '../../../api/retries.ts';
import { useSend } from '../../../api/use-send.ts';
import { counted, productsIn } from '../../../ui/counts.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Say } from '../../../ui/messages/say.tsx';
import { STOCK_KEY } from '../stock.queries.ts';

/** `canApply`: no read of this browser waits. */
type Props = { count: WholeCount; canApply: boolean };

/** Applies a count, or puts it away. Both are done once, however often they are asked for. */
export function EndCount({ count, canApply }: Props) {
  const [asked, setAsked] = useState<'apply' | 'drop'>();
  const [asZero, setAsZero] = useState(false);
  const params = { id: count.id };
  const ending = useSend({
    // The server does each once.
    once: undefined,
    send: (how: 'apply' | 'drop'): Promise<unknown> =>
      untilAnswered(() =>
        how === 'apply'
          ? call('applyCount', { params, body: { lines: count.lines, missing_as_zero: asZero } })
          : call('dropCount', { params }),
      ),
    reloads: [STOCK_KEY],
    failure: 'The count was not ended',
  });
  const missed = count.rows.filter(({ counted }) => counted === null).length;
  return (
    <>
      <Button variant="default" loading={ending.isSending} onClick={() => setAsked('drop')}>
        Guardar sem aplicar
      </Button>
      <Button
        color="green"
        loading={ending.isSending}
        disabled={!canApply || count.counted === 0}
        onClick={() => setAsked('apply')}
      >
        Aplicar
      </Button>
      {ending.problem && (
        <Say rank="refusal" place="field" w="100%">
          {ending.problem}
        </Say>
      )}
      <ConfirmDialog
        opened={asked !== undefined}
        confirmLabel={asked === 'apply' ? 'Aplicar' : 'Guardar'}
        onConfirm={() => asked && ending.send(asked)}
        onClose={() => setAsked(undefined)}
      >
        {asked === 'drop' ? (
          <Text>Guardar esta contagem sem mudar o estoque? Ela não pode mais ser aplicada.</Text>
        ) : (
          <>
            <Text>
              O estoque de {productsIn(count.counted)} passa a ser o contado, cada um desde a hora
              em que foi lido. O que se vendeu depois já está descontado.
            </Text>
            {missed > 0 && (
              <Group mt="sm">
                <Checkbox
                  label={`${counted(missed, 'produto com estoque que ninguém contou passa', 'produtos com estoque que ninguém contou passam')} a zero`}
                  checked={asZero}
                  onChange={(event) => setAsZero(event.currentTarget.checked)}
                />
              </Group>
            )}
          </>
        )}
      </ConfirmDialog>
    </>
  );
}
