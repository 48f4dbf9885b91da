import { Button, Group, Kbd } from '@mantine/core';
import classes from './offer-buttons.module.css';
import { OFFER_KEYS, type Offer } from './use-offers.ts';

type Props = { label: string; offers: readonly Offer[]; onTake: (offer: Offer) => void };

/** One button for each offer, with its key. */
export function OfferButtons({ label, offers, onTake }: Props) {
  const textOf = ({ name, digits }: Offer) => {
    const isUnique = offers.filter((other) => other.name === name).length === 1;
    return isUnique && name !== '' ? name : `${name} ${digits}`.trim();
  };
  return (
    <Group role="group" aria-label={label} gap={6} my={-4} miw={0}>
      {offers.map((offer, index) => (
        <Button
          key={offer.id}
          size="compact-xs"
          variant="default"
          className={classes.offer}
          aria-keyshortcuts={OFFER_KEYS[index]}
          leftSection={
            <Kbd size="xs" aria-hidden>
              {OFFER_KEYS[index]}
            </Kbd>
          }
          onClick={() => onTake(offer)}
        >
          {textOf(offer)}
        </Button>
      ))}
    </Group>
  );
}
