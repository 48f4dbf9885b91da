import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { memo } from 'react';
import { parkedSalesQuery } from '../../parked-sales/parked-sales.queries.ts';
import { KeyHint } from '../parts/key-hint.tsx';

type Props = {
  seller: number;
  /** Whether there is an order to park. F4 then parks it, and otherwise opens the list. */
  filled: boolean;
  onPark: () => void;
  onOpen: () => void;
};

const F4 = <KeyHint>F4</KeyHint>;

/** The buttons about parked orders on the counter's bar. */
export const ParkedTools = memo(function ParkedTools({ seller, filled, onPark, onOpen }: Props) {
  const { data: parked = [] } = useQuery(parkedSalesQuery(seller));
  return (
    <>
      {parked.length > 0 && (
        <Button
          size="compact-sm"
          variant="light"
          onClick={onOpen}
          aria-keyshortcuts={filled ? undefined : 'F4'}
        >
          {parked.length} em espera {!filled && F4}
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        disabled={!filled}
        onClick={onPark}
        aria-keyshortcuts={filled ? 'F4' : undefined}
      >
        Deixar em espera {filled && F4}
      </Button>
    </>
  );
});
