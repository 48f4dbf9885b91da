import { useFocusBack } from '../../../ui/fields/focus.ts';
import { Modal } from '../../../ui/modal.tsx';
import { PriceSteps } from './price-steps.tsx';

type Props = { product: { id: number; name: string }; onClose: () => void };

/** The prices of a product, since when, and who changed them. */
export function PriceHistoryDialog({ product, onClose }: Props) {
  useFocusBack();
  return (
    <Modal opened onClose={onClose} title={`Histórico do preço · ${product.name}`}>
      <PriceSteps product={product.id} />
    </Modal>
  );
}
