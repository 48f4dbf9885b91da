import type { StockProduct } from '@balcao/contract/stock/stock.ts';
import { MAX_QUANTITY } from '@balcao/domain/sale-total.ts';
import { Box, Button, Flex } from '@mantine/core';
import {
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { SHORTEST_CODE, useScanInQuantity } from '../../../ui/fields/burst.ts';
import { playMissedScan } from '../../../ui/fields/missed-scan-sound.tsx';
import { quantityOf } from '../../../ui/fields/quantity.ts';
import { TypedWhole } from '../../../ui/fields/whole-number.tsx';
import { Say } from '../../../ui/messages/say.tsx';
import { ProductField } from '../../products/search/product-field.tsx';
import { type ProductIndex, productOfCode } from '../../products/search/product-index.ts';
import type { DeliveryLine } from './delivery-lines.ts';

export type EntryHandle = {
  /** Empties the fields of the line that still waits there, if any; undefined if it is wrong. */
  finish: () => DeliveryLine[] | undefined;
  focus: () => void;
};

type Props = {
  ref: Ref<EntryHandle>;
  index: ProductIndex<StockProduct> | undefined;
  onLine: (line: DeliveryLine) => void;
  /** Whether a line waits in the fields for its quantity. */
  onWaiting: (isWaiting: boolean) => void;
  /** Enter with nothing typed. */
  onEnd: () => void;
};

/** Code, Enter, quantity, Enter. A scanner that reads on means what was typed, or one piece, of the product before. */
export function LineEntry({ ref, index, onLine, onWaiting, onEnd }: Props) {
  const codeRef = useRef<HTMLInputElement>(null);
  const quantityRef = useRef<HTMLInputElement>(null);
  const heard = useScanInQuantity();
  const [product, setProduct] = useState<StockProduct>();
  const [text, setText] = useState('1');
  const [problem, setProblem] = useState<string>();

  /** The field that the focus went to last; it is enabled by then. */
  const [at, goTo] = useState({ ref: codeRef, selects: true });
  useEffect(() => {
    at.ref.current?.focus();
    if (at.selects) at.ref.current?.select();
  }, [at]);
  const focus = () => (product ? quantityRef : codeRef).current?.focus();
  const begin = (next: StockProduct | undefined) => {
    setProduct(next);
    onWaiting(next !== undefined);
    setText('1');
    setProblem(undefined);
    goTo({ ref: next ? quantityRef : codeRef, selects: true });
  };
  const refuse = (why: string) => {
    playMissedScan();
    setProblem(why);
  };
  const unknown = (code: string) =>
    setProblem(`Nenhum produto tem o código ${code}. Cadastre-o em Ger. Produtos, e leia de novo.`);
  /** undefined, which is said, if that is none. */
  const quantityIn = (typed: string) => {
    const quantity = quantityOf(typed);
    if (quantity >= 1 && quantity <= MAX_QUANTITY) return quantity;
    refuse('Digite quantas peças chegaram.');
    quantityRef.current?.focus();
    return undefined;
  };
  const finish = () => {
    if (!product) return [];
    const quantity = quantityIn(text);
    if (quantity === undefined) return undefined;
    begin(undefined);
    return [{ product: product.id, quantity }];
  };
  const add = () => {
    for (const line of finish() ?? []) onLine(line);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { scanned, before } = heard(event);
    if (event.key !== 'Enter' && !scanned) return;
    event.preventDefault();
    if (event.repeat) return;
    const typed = event.currentTarget.value.trim();
    // No quantity is as long as a bar code.
    const read = scanned ?? (typed.length > 4 ? typed : undefined);
    const next = read && index && productOfCode(index, read);
    // Who typed a quantity before reading on means it, and who typed none means one piece.
    const typedBefore = scanned !== undefined && before;
    const meant = typedBefore || '1';
    if (next && product) {
      setText(meant);
      const quantity = quantityIn(meant);
      if (quantity === undefined) return;
      onLine({ product: product.id, quantity });
      begin(next);
    } else if (read && index && read.length >= SHORTEST_CODE) {
      begin(product);
      setText(meant);
      // A quantity that was typed stands, and is not replaced by the next read.
      goTo({ ref: product ? quantityRef : codeRef, selects: !typedBefore });
      playMissedScan();
      unknown(read);
    } else add();
  };
  useImperativeHandle(ref, () => ({ finish, focus }));

  return (
    <>
      <Flex gap="sm" align="flex-end" wrap="wrap">
        <div style={{ flex: '1 1 18rem' }}>
          <ProductField
            ref={codeRef}
            index={index}
            chosen={product}
            onProduct={(next, isEarly) => {
              if (isEarly) add();
              begin(next);
            }}
            onUnknown={unknown}
            onEmpty={onEnd}
            onClear={() => begin(undefined)}
          />
        </div>
        <TypedWhole
          ref={quantityRef}
          label="Qtd."
          w="5.5rem"
          disabled={!product}
          text={text}
          onType={setText}
          onKeyDown={onKeyDown}
        />
        <Button variant="light" disabled={!product} onClick={add}>
          Adicionar
        </Button>
      </Flex>
      <Box py={6}>
        <Say rank="refusal" place="field" lines={1}>
          {problem}
        </Say>
      </Box>
    </>
  );
}
