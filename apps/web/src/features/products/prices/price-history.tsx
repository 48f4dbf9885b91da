import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCode } from '../../../api/use-code.ts';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';

/** Opens to the history of a product's price. */
export function PriceHistory({ product }: { product: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const code = useCode('prices', () => import('./prices.tsx'), isOpen);
  return (
    <div>
      <Button
        size="compact-sm"
        variant="subtle"
        ml={-9}
        aria-expanded={isOpen}
        loading={code.isFetching}
        onClick={() => setIsOpen(!isOpen)}
      >
        Histórico do preço
      </Button>
      {isOpen && (
        <>
          <LoadNotice query={code} failed="Não foi possível abrir." />
          {code.data && <code.data.PriceSteps product={product} />}
        </>
      )}
    </div>
  );
}
