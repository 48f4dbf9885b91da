import type { StockProduct } from '@balcao/contract/stock/stock.ts';
import { MAX_QUANTITY } from '@balcao/domain/sale-total.ts';
import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { whole } from '../../../ui/counts.ts';
import { isNotWhole, quantityOf, quantityText } from '../../../ui/fields/quantity.ts';
import { ProductField } from '../../products/search/product-field.tsx';
import type { ProductIndex } from '../../products/search/product-index.ts';
import classes from '../stock.module.css';
import type { Read, useReads } from './use-reads.ts';

type Props = {
  index: ProductIndex<StockProduct> | undefined;
  reads: ReturnType<typeof useReads>;
  /** All people's, with what still waits here. */
  countedOf: (product: number) => number;
  /** undefined where who counts does not see it. */
  expectedOf: (product: number) => number | undefined;
};

/** Each read counts one piece, or as many as are then typed. The last one is seen from the shelf. */
export function Reading({ index, reads, countedOf, expectedOf }: Props) {
  const codeRef = useRef<HTMLInputElement>(null);
  const quantityRef = useRef<HTMLInputElement>(null);
  const [asks, setAsks] = useState(false);
  const [asked, setAsked] = useState<StockProduct>();
  const [text, setText] = useState('');
  /** The reads of this person that can be undone, the newest first. */
  const [own, setOwn] = useState<readonly Read[]>([]);
  const [unknown, setUnknown] = useState<string>();

  const toCode = () => codeRef.current?.focus();
  useEffect(() => codeRef.current?.focus(), []);
  const read = (product: number, quantity: number) => {
    setUnknown(undefined);
    setOwn([reads.add(product, quantity), ...own]);
  };
  const onProduct = (product: StockProduct) => {
    if (!asks) return read(product.id, 1);
    flushSync(() => {
      setAsked(product);
      setText('');
    });
    quantityRef.current?.focus();
  };
  const enterQuantity = () => {
    if (!asked || text === '' || isNotWhole(text) || quantityOf(text) > MAX_QUANTITY) return;
    read(asked.id, quantityOf(text));
    flushSync(() => setAsked(undefined));
    toCode();
  };
  const undo = () => {
    const [last, ...others] = own;
    if (!last) return;
    if (last.quantity !== 0) reads.add(last.product, -last.quantity);
    setOwn(others);
    toCode();
  };
  const [last] = own;
  const product = last && index?.ofId.get(last.product);
  const expected = product && expectedOf(product.id);

  return (
    <section aria-label="Contar">
      <Group gap="sm" align="flex-end" mb="sm">
        <div style={{ flex: '1 1 16rem' }}>
          <ProductField
            ref={codeRef}
            index={index}
            size="lg"
            chosen={asked}
            onProduct={onProduct}
            onUnknown={setUnknown}
            onClear={() => setAsked(undefined)}
          />
        </div>
        {asks && (
          <TextInput
            ref={quantityRef}
            label="Quantidade"
            size="lg"
            w="8rem"
            inputMode="numeric"
            enterKeyHint="done"
            autoComplete="off"
            disabled={!asked}
            value={text}
            error={isNotWhole(text)}
            onChange={(event) => setText(quantityText(event.currentTarget.value, text))}
            onKeyDown={({ key, repeat }) => key === 'Enter' && !repeat && enterQuantity()}
          />
        )}
      </Group>
      <Checkbox
        mb="sm"
        label="Digitar a quantidade de cada leitura"
        checked={asks}
        onChange={(event) => {
          setAsks(event.currentTarget.checked);
          setAsked(undefined);
          toCode();
        }}
      />
      <div className={classes.read} data-refused={unknown !== undefined || undefined}>
        <div role={unknown === undefined ? 'status' : 'alert'}>
          {unknown !== undefined && (
            <p className={classes.readName}>Nenhum produto desta contagem tem o código {unknown}</p>
          )}
          {unknown === undefined && product && last && (
            <>
              <p className={classes.readName}>
                {product.name}{' '}
                <Text span c="dimmed">
                  +{whole(last.quantity)}
                </Text>
              </p>
              <p className={classes.readCount}>
                {whole(countedOf(product.id))}
                <Text span size="lg" c="dimmed">
                  {' '}
                  {countedOf(product.id) === 1 ? 'contada' : 'contadas'}
                  {expected !== undefined && ` de ${whole(expected)}`}
                </Text>
              </p>
            </>
          )}
          {unknown === undefined && !product && (
            <Text c="dimmed">
              Leia cada peça com o leitor: cada leitura soma uma. Sem leitor, digite o código e
              Enter, ou parte do nome e escolha.
            </Text>
          )}
        </div>
        {product && (
          <Group gap="sm" mt="xs" grow preventGrowOverflow={false}>
            <Button size="lg" variant="default" onClick={undo}>
              Desfazer a última
            </Button>
            <Button
              size="lg"
              variant="light"
              onClick={() => {
                read(product.id, 1);
                toCode();
              }}
            >
              Mais uma
            </Button>
          </Group>
        )}
      </div>
    </section>
  );
}
