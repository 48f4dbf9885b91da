import type { BankLine, Joinable } from '@balcao/contract/bank.ts';
import { formatReais } from '@balcao/domain/money.ts';
import { Loader, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSend } from '../../../api/use-send.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { useFields } from '../../../ui/fields/use-fields.ts';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { BANK_KEY, listJoinable, type PixPart, setPayment } from '../parts/bank.queries.ts';
import { lineWords, PIX_PARTS, paymentWords } from './pix-words.ts';

type Props = { part: PixPart; line: BankLine; onClose: () => void };

/** Joins a line of the statement to a payment, or a return, that has none, which a person chooses. */
export function JoinDialog({ part, line, onClose }: Props) {
  const { to, none, joinable } = PIX_PARTS[part];
  const query = useQuery({
    queryKey: [...BANK_KEY, 'joinable', line.id],
    queryFn: ({ signal }) => listJoinable(line.id, signal),
    gcTime: 0,
    staleTime: 0,
    meta: { failure: 'The payments could not be loaded' },
  });
  const payments = query.data;
  const fields = useFields({ place: '' }, { place: (place) => place === '' && 'Escolha um.' });
  const sending = useSend<Joinable | undefined, object | undefined>({
    once: undefined,
    send: async (chosen) => {
      if (!chosen) return undefined;
      const { sale, correction, line: place } = chosen;
      return setPayment(line.id, { sale, correction, line: place });
    },
    reloads: [BANK_KEY],
    onDone: onClose,
    failure: 'The line was not joined',
  });
  return (
    <FormDialog
      title={`Ligar ${to}`}
      size="lg"
      onClose={onClose}
      submitLabel="Ligar"
      fields={fields}
      sending={sending}
      bodyOf={({ place }) => payments?.[Number(place)]}
    >
      <Text inherit>
        No extrato: <b>{lineWords(line)}</b>
      </Text>
      {query.isLoading && <Loader size="sm" aria-label="Carregando" />}
      <LoadNotice query={query} failed="As vendas não puderam ser carregadas." />
      {payments?.length === 0 && (
        <Text inherit c="dimmed">
          {none}
        </Text>
      )}
      {payments && payments.length > 0 && (
        <Radio.Group {...fields.input('place')} label={joinable}>
          <Stack gap="xs" mt={6} mah="40vh" style={{ overflowY: 'auto' }}>
            {payments.map((each, place) => (
              <Radio
                key={`${each.sale} ${each.correction} ${each.line}`}
                value={`${place}`}
                label={paymentWords(each)}
                description={differenceOf(part, each.amount, line.amount)}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </FormDialog>
  );
}

function differenceOf(part: PixPart, shop: number, bank: number): string | undefined {
  if (shop === bank) return undefined;
  const off = formatReais(Math.abs(Math.round((bank - shop) * 100)) / 100);
  const did = part === 'returns' ? 'enviou' : 'recebeu';
  return `O banco ${did} ${off} a ${bank > shop ? 'mais' : 'menos'}.`;
}
