import { Button, Group, Kbd } from '@mantine/core';
import classes from './offer-buttons.module.css';
import { OFFER_KEYS, type Offer } from './use-offers.ts';

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
          className={classes.offer}
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
