import { MOST_SALES } from '@balcao/contract/fields/list-limits.ts';
import type { PersonDetails } from '@balcao/contract/people/people.ts';
import { Button, Loader, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../../ui/counts.ts';
import { CancelButton } from '../../../ui/dialogs/cancel-button.tsx';
import { DialogFoot } from '../../../ui/dialogs/dialog-foot.tsx';
import { takeFocus } from '../../../ui/fields/focus.ts';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { callsOf, PEOPLE_KEY } from '../people.queries.ts';
import { shownName, shownNumber, wordsOf } from '../people-words.ts';
import type { PartProps } from './part.ts';
import { PersonPicker } from './person-picker.tsx';

type Props = PartProps & {
  sought: string;
  /** The other record, if it is known. */
  other: number | undefined;
  onMerged: (id: number) => Promise<void>;
};

const WORDS = { done: 'Cadastros unidos!', failed: 'Erro ao unir os cadastros.' };

/** Two records of one person become one; the administrator says which stays. */
export function MergeForm(props: Props) {
  const { kind, person, change, forgetTyped, sought, onBack, onMerged } = props;
  const [otherId, setOtherId] = useState(props.other);
  const [keptId, setKeptId] = useState(person.id);
  const query = useQuery({
    queryKey: [...PEOPLE_KEY, kind, 'one', otherId],
    queryFn: ({ signal }) => callsOf[kind].read(otherId as number, signal),
    enabled: otherId !== undefined,
    gcTime: 0,
    meta: { failure: 'The record could not be loaded' },
  });
  const other = query.data;
  if (!other) {
    return (
      <Stack gap="md" mt="xs">
        <Text>
          O outro cadastro de <b>{shownName(person)}</b>:
        </Text>
        <PersonPicker
          kind={kind}
          label="Outro cadastro"
          initial={sought}
          without={person.id}
          onPick={({ id }) => setOtherId(id)}
        />
        {query.isLoading && <Loader size="sm" aria-label="Carregando" />}
        <LoadNotice query={query} failed="O cadastro não pôde ser carregado." />
        <DialogFoot>
          <CancelButton onClick={onBack} />
        </DialogFoot>
      </Stack>
    );
  }
  const [kept, merged] = keptId === person.id ? [person, other] : [other, person];
  const { number } = wordsOf[kind];
  return (
    <Stack gap="md" mt="xs">
      <Radio.Group
        label="Qual cadastro fica?"
        value={`${keptId}`}
        onChange={(value) => setKeptId(Number(value))}
      >
        <Stack gap="xs" mt={6}>
          {[person, other].map((each) => (
            <Radio
              key={each.id}
              value={`${each.id}`}
              ref={each.id === keptId ? takeFocus : undefined}
              label={`${shownName(each)} · ${shownNumber(kind, each.number)}`}
              description={salesText(each)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <Text inherit>
        As vendas, ligações e pedidos em espera de{' '}
        <b>
          {shownName(merged)} · {shownNumber(kind, merged.number)}
        </b>{' '}
        passam a ser de{' '}
        <b>
          {shownName(kept)} · {shownNumber(kind, kept.number)}
        </b>
        . Recibos e fechamentos já feitos não mudam.
      </Text>
      <Text inherit c="dimmed">
        {number} {shownNumber(kind, merged.number)} fica livre: digitado no PDV, é um cadastro novo.
        Até amanhã a esta hora dá para separar de novo, no cadastro que fica.
      </Text>
      <DialogFoot>
        <CancelButton onClick={onBack} />
        <Button
          loading={change.isPending}
          onClick={() =>
            change.run(() => callsOf[kind].merge(kept.id, merged.id), WORDS, {
              onDone: () => {
                forgetTyped(merged.id);
                onBack();
                return onMerged(kept.id);
              },
            })
          }
        >
          Unir cadastros
        </Button>
      </DialogFoot>
    </Stack>
  );
}

function salesText({ sales_count }: PersonDetails): string {
  if (sales_count === MOST_SALES) return `${MOST_SALES} vendas ou mais`;
  return counted(sales_count, 'venda', 'vendas');
}
