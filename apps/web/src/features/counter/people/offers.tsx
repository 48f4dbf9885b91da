import { isHiddenCpf } from '@balcao/domain/cpf.ts';
import { ActionIcon, Button, Group, Kbd, Radio, Text } from '@mantine/core';
import { IconUserMinus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useFocusBack } from '../../../ui/fields/focus.ts';
import { Say } from '../../../ui/messages/say.tsx';
import { nameAmong } from '../../people/name-among.ts';
import { callsOf, othersOf, unlinkOwnSale } from '../../people/people.queries.ts';
import { useCounter, useCounterStore, useDispatch } from '../sale/counter-context.ts';
import type { CounterState, Party } from '../sale/counter-state.ts';
import {
  digitsOnRecord,
  isInDoubt,
  isNewToFamily,
  isStranger,
  type Registered,
  saleName,
} from '../sale/person.ts';

/** A person of an earlier sale. */
export type Offer = Registered & {
  readonly digits: string;
  /** A student whom the client is linked with by sales of this seller of today alone. */
  readonly ownSale?: true;
};

const NONE: readonly Offer[] = [];
/** A letter waits for them, and for the look-up before. */
const OFFERS = ['person', 'offers'];
/** One key for each offer. In a field for digits, letters mean nothing else. */
const OFFER_KEYS = 'ABCDE';

const doubt = ({ draft }: CounterState) => isInDoubt(draft);
/** Whether the client never bought for the student: one of another family, or a known one who was typed. */
export const unbought = ({ draft, family }: CounterState) =>
  isStranger(draft, family) ? 'stranger' : isNewToFamily(draft, family) && 'typed';

/** The people in the newest sales of the one with this number, as many as are offered at most. */
function useCompanions(kind: Party, number: string): readonly Offer[] | undefined {
  const { data } = useQuery({
    queryKey: [...OFFERS, kind, number],
    queryFn: ({ signal }) => callsOf[kind].companions(number, signal),
    enabled: number !== '',
    retry: false,
    staleTime: 0,
    gcTime: 0,
    meta: { failure: 'The people of earlier sales could not be loaded' },
  });
  return data;
}

const isPart = (offers: readonly Offer[] = NONE) => offers.length >= OFFER_KEYS.length;

/**
 * Offers who is in the newest sales of the other party: while there are no digits, and beside a student whom the
 * client never bought for.
 */
export function useOffers(party: Party): readonly Offer[] {
  const dispatch = useDispatch();
  const isDoubtful = useCounter(doubt) && party === 'student';
  const isStrange = useCounter(unbought) === 'stranger' && party === 'student';
  const other = useCounter(({ draft }) => draft[othersOf(party)]);
  const digits = useCounter(({ draft }) => draft[party].digits);
  const isOpen = digits === '';
  // A client whom nobody knows bought for nobody, if the server says so.
  const of =
    digitsOnRecord(other) || (isDoubtful && !isHiddenCpf(other.digits) ? other.digits : '');
  const data = useCompanions(othersOf(party), isOpen || isDoubtful ? of : '');
  // Of a big family a part is offered, and of a client whose CPF is hidden nothing: the student's clients say it.
  const asksClients = isDoubtful && (of === '' || isPart(data));
  const clients = useCompanions('student', asksClients ? digits : '');
  useEffect(() => {
    if (party !== 'student' || !(data || clients)) return;
    const students = data?.map((student) => student.digits) ?? [];
    const isBought = clients?.some(({ id }) => id === other.registered?.id);
    const family = {
      of: other.digits,
      students: isBought ? [...students, digits] : students,
      more: of === '' || isPart(data),
      ...(clients && !isPart(clients) && { sure: digits }),
    };
    dispatch({ type: 'family-known', family });
  }, [data, clients, of, other, digits, party, dispatch]);
  // Empty as soon as there are digits: the query then has another key.
  return (isOpen || isStrange) && data ? data.slice(0, OFFER_KEYS.length) : NONE;
}

/** The offer that this key chooses. */
export function offerOf(event: KeyboardEvent, offers: readonly Offer[]): Offer | undefined {
  const { key, ctrlKey, altKey, metaKey, nativeEvent } = event;
  if (key.length !== 1 || ctrlKey || altKey || metaKey || nativeEvent.isComposing) return undefined;
  return offers[OFFER_KEYS.indexOf(key.toUpperCase())];
}

type Props = { label: string; offers: readonly Offer[]; onTake: (offer: Offer) => void };

/** One button for each offer, with its key. Delete on it, or the icon beside them, asks whether a wrong link goes. */
export function OfferButtons({ label, offers, onTake }: Props) {
  const { moveFocus } = useCounterStore();
  const [wrong, setWrong] = useState<Offer>();
  const own = offers.filter(({ ownSale }) => ownSale);
  const client = useCounter(({ draft }) => draft.client);
  const unlink = useMutation({
    mutationFn: (student: Offer) => unlinkOwnSale(client.registered?.id ?? 0, student.id),
    meta: { failure: 'The link could not be taken off', reloads: [OFFERS] },
  });
  return (
    <>
      <Group role="group" aria-label={label} gap={4} my={-2} miw={0}>
        {offers.map((offer, index) => (
          <Button
            key={offer.id}
            size="compact-xs"
            variant="default"
            maw="100%"
            title={offer.name}
            aria-keyshortcuts={`${OFFER_KEYS[index]}${offer.ownSale ? ' Delete' : ''}`}
            leftSection={
              <Kbd size="xs" aria-hidden>
                {OFFER_KEYS[index]}
              </Kbd>
            }
            onClick={() => onTake(offer)}
            onKeyDown={({ key }) => offer.ownSale && key === 'Delete' && setWrong(offer)}
          >
            {nameAmong(offer, offers)}
          </Button>
        ))}
      </Group>
      {own.length > 0 && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          my={-4}
          // Nothing that changes a record stands in the Tab order of a sale.
          tabIndex={-1}
          title="Não é da família?"
          aria-label="Desligar um aluno do cliente"
          onClick={() => setWrong(own[0])}
        >
          <IconUserMinus size={16} aria-hidden />
        </ActionIcon>
      )}
      <Say rank="refusal" role="status">
        {unlink.isError && 'O aluno não foi desligado.'}
      </Say>
      {wrong && (
        <ConfirmDialog
          opened
          confirmLabel="Desligar"
          onConfirm={() => unlink.mutate(wrong)}
          onClose={() => {
            setWrong(undefined);
            moveFocus('registration');
          }}
          returnFocus={false}
        >
          <Radio.Group
            label={`Quem não é da família de ${saleName(client)}?`}
            description="Só a sua venda de hoje liga os dois. Ela continua como está; o aluno deixa de ser sugerido para este cliente."
            value={`${wrong.id}`}
            onChange={(id) => setWrong(own.find((offer) => `${offer.id}` === id))}
          >
            {own.map(({ id, name, digits }) => (
              <Radio key={id} mt="xs" value={`${id}`} label={name || digits} />
            ))}
          </Radio.Group>
        </ConfirmDialog>
      )}
    </>
  );
}

/** FECHAR PEDIDO asks once whether a student is the client's. */
export function StrangerDialog() {
  // A closed Modal would still render at every key press on the page.
  return useCounter(({ asksStranger }) => asksStranger) && <StrangerQuestion />;
}

function StrangerQuestion() {
  const dispatch = useDispatch();
  const { client, student } = useCounter(({ draft }) => draft);
  useFocusBack();
  return (
    <ConfirmDialog
      opened
      careful
      confirmLabel="Fechar assim"
      onConfirm={() => dispatch({ type: 'stranger-answered', sure: true })}
      onCancel={() => dispatch({ type: 'stranger-answered', sure: false }, 'registration')}
      onClose={() => {}}
    >
      <Text>
        <strong>{saleName(client)}</strong> nunca comprou para{' '}
        <strong>{saleName(student) || `a matrícula ${student.digits}`}</strong>. Fechar o pedido
        assim?
      </Text>
      <Text mt="xs" c="dimmed">
        Cancelar volta à matrícula, para trocar ou apagar o aluno.
      </Text>
    </ConfirmDialog>
  );
}
