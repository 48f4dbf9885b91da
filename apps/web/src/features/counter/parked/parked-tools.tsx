import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { parkedSalesQuery } from '../../parked-sales/parked-sales.queries.ts';
import { KeyHint } from '../parts/key-hint.tsx';

type Props = {
  seller: number;
  /** Whether there is an order to park. F4 then parks it, and otherwise opens the list. */
  filled: boolean;
  onPark: () => void;
  onOpen: () => void;
};

/** The buttons about parked orders on the counter's bar. */
export function ParkedTools({ seller, filled, onPark, onOpen }: Props) {
  const { data: parked = [] } = useQuery(parkedSalesQuery(seller));
  const [opens, parks] = filled ? [undefined, 'F4'] : ['F4', undefined];
  return (
    <>
      {parked.length > 0 && (
        <KeyHint shows={opens}>
          <Button size="compact-sm" variant="light" onClick={onOpen} aria-keyshortcuts={opens}>
            {parked.length} em espera
          </Button>
        </KeyHint>
      )}
      <KeyHint shows={parks}>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          disabled={!filled}
          onClick={onPark}
          aria-keyshortcuts={parks}
        >
          Deixar em espera
        </Button>
      </KeyHint>
    </>
  );
}
