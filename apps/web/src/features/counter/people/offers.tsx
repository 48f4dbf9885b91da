import { Button, Group, Kbd } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Dispatch, KeyboardEvent } from 'react';
import { callsOf, othersOf } from '../../people/people.queries.ts';
import type { CounterAction, Party } from '../sale/counter-state.ts';
import type { Person, Registered } from '../sale/person.ts';

/** A person of an earlier sale. */
export type Offer = Registered & { readonly digits: string };

export type Offers = {
  /** Empty as soon as there are digits: the query then has another key. */
  readonly list: readonly Offer[];
  readonly take: (offer: Offer) => void;
};

const NONE: readonly Offer[] = [];
/** One key for each offer. In a field for digits, letters mean nothing else. */
const OFFER_KEYS = 'ABCDE';

/** Offers who is in the newest sales of the other party, whose digits are `of`; '' for nobody. */
export function useOffers(
  party: Party,
  { digits }: Person,
  of: string,
  dispatch: Dispatch<CounterAction>,
): Offers {
  const wanted = digits === '' && of !== '';
  const { data } = useQuery({
    queryKey: ['offers', party, wanted && of],
    queryFn: ({ signal }) => callsOf[othersOf(party)].companions(of, signal),
    enabled: wanted,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    meta: { failure: 'The people of earlier sales could not be loaded' },
  });
  return {
    list: data?.slice(0, OFFER_KEYS.length) ?? NONE,
    take: (found) => dispatch({ type: 'person-chosen', party, digits: found.digits, found }),
  };
}

/** The offer that this key chooses. */
export function offerOf(event: KeyboardEvent, { list }: Offers): Offer | undefined {
  const { key, ctrlKey, altKey, metaKey, nativeEvent } = event;
  if (key.length !== 1 || ctrlKey || altKey || metaKey || nativeEvent.isComposing) return undefined;
  return list[OFFER_KEYS.indexOf(key.toUpperCase())];
}

type Props = { label: string; offers: readonly Offer[]; onTake: (offer: Offer) => void };

/** One button for each offer, with its key. */
export function OfferButtons({ label, offers, onTake }: Props) {
  return (
    <Group role="group" aria-label={label} gap={4} my={-2} miw={0}>
      {offers.map((offer, index) => (
        <Button
          key={offer.id}
          size="compact-xs"
          variant="default"
          maw="100%"
          title={offer.name}
          aria-keyshortcuts={OFFER_KEYS[index]}
          leftSection={
            <Kbd size="xs" aria-hidden>
              {OFFER_KEYS[index]}
            </Kbd>
          }
          onClick={() => onTake(offer)}
        >
          {textOf(offer, offers)}
        </Button>
      ))}
    </Group>
  );
}

/** The first and the last name, or as much as tells these people apart. */
function textOf(offer: Offer, offers: readonly Offer[]): string {
  const { name, digits } = offer;
  const texts = [shortName, (of: Offer) => of.name].filter(
    (text) => text(offer) !== '' && offers.filter((of) => text(of) === text(offer)).length === 1,
  );
  return texts[0]?.(offer) ?? `${name} ${digits}`.trim();
}

const shortName = ({ name }: Offer) => {
  const [first = '', ...others] = name.split(' ');
  return [first, ...others.slice(-1)].join(' ');
};
