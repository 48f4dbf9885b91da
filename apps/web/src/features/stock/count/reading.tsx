import type { StockProduct } from '@balcao/contract/stock/stock.ts';
import { MAX_QUANTITY } from '@balcao/domain/sale-total.ts';
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { whole } from '../../../ui/counts.ts';
import { SHORTEST_CODE, useScanInQuantity } from '../../../ui/fields/burst.ts';
import { playMissedScan } from '../../../ui/fields/missed-scan-sound.tsx';
import { isNotWhole, quantityOf } from '../../../ui/fields/quantity.ts';
import { TypedWhole } from '../../../ui/fields/whole-number.tsx';
import { ProductField } from '../../products/search/product-field.tsx';
import { type ProductIndex, productOfCode } from '../../products/search/product-index.ts';
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

const isQuantity = (typed: string) =>
  typed !== '' && !isNotWhole(typed) && quantityOf(typed) <= MAX_QUANTITY;

const notCounted = (code: string) => `Nenhum produto desta contagem tem o código ${code}`;
const missesQuantity = ({ name }: StockProduct) => `Digite primeiro quantas há de ${name}.`;

/** Each read counts one piece, or as many as are then typed. The last one is seen from the shelf. */
export function Reading({ index, reads, countedOf, expectedOf }: Props) {
  const codeRef = useRef<HTMLInputElement>(null);
  const quantityRef = useRef<HTMLInputElement>(null);
  const heard = useScanInQuantity();
  const [asks, setAsks] = useState(false);
  const [asked, setAsked] = useState<StockProduct>();
  const [text, setText] = useState('');
  /** The reads of this person that can be undone, the newest first. */
  const [own, setOwn] = useState<readonly Read[]>([]);
  /** The last one, while no quantity has followed its code. */
  const [open, setOpen] = useState<Read>();
  /** Why the last read does not count. */
  const [problem, setProblem] = useState<string>();

  /** The field that the focus went to last; it is enabled by then. */
  const [at, goTo] = useState({ ref: codeRef });
  useEffect(() => at.ref.current?.focus(), [at]);
  const toCode = () => goTo({ ref: codeRef });
  const read = (product: number, quantity: number) => {
    const made = reads.add(product, quantity);
    setProblem(undefined);
    setOwn([made, ...own]);
    setOpen(undefined);
    return made;
  };
  const refuse = (why: string) => {
    playMissedScan();
    setProblem(why);
  };
  const onProduct = (product: StockProduct, isEarly = false) => {
    if (isEarly && asked) return refuse(missesQuantity(asked));
    if (!asks) return setOpen(read(product.id, 1));
    setAsked(product);
    setText('');
    goTo({ ref: quantityRef });
  };
  /** A number that a hand types after a code says how many there are, as in a delivery. */
  const onTyped = (text: string) => {
    if (asks || !open || !isQuantity(text)) return false;
    const quantity = quantityOf(text);
    if (quantity !== 1) reads.add(open.product, quantity - 1);
    // None at all is said by a read of its own.
    if (quantity === 0) reads.add(open.product, 0);
    setProblem(undefined);
    setOwn([{ ...open, quantity }, ...own.slice(1)]);
    setOpen(undefined);
    return true;
  };
  /** Whether it is one. */
  const enterQuantity = (typed: string) => {
    if (!asked || !isQuantity(typed)) return false;
    read(asked.id, quantityOf(typed));
    setAsked(undefined);
    toCode();
    return true;
  };
  const onQuantityKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const { scanned, before } = heard(event);
    if ((event.key !== 'Enter' && !scanned) || event.repeat) return;
    const next = scanned && index ? productOfCode(index, scanned) : undefined;
    const shortest = next ? SHORTEST_CODE : `${MAX_QUANTITY}`.length + 1;
    if (!asked || !scanned || scanned.length < shortest) return void enterQuantity(text);
    // The next code was read here: it is no quantity.
    event.preventDefault();
    if (!enterQuantity(before)) {
      setText('');
      return refuse(missesQuantity(asked));
    }
    if (next) onProduct(next);
    else refuse(notCounted(scanned));
  };
  const undo = () => {
    const [last, ...others] = own;
    if (!last) return;
    if (last.quantity !== 0) reads.add(last.product, -last.quantity);
    setProblem(undefined);
    setOwn(others);
    setOpen(undefined);
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
            onTyped={onTyped}
            onUnknown={(code) => setProblem(notCounted(code))}
            onClear={() => setAsked(undefined)}
          />
        </div>
        {asks && (
          <TypedWhole
            ref={quantityRef}
            label="Quantidade"
            size="lg"
            w="8rem"
            enterKeyHint="done"
            disabled={!asked}
            text={text}
            onType={setText}
            error={isNotWhole(text)}
            onKeyDown={onQuantityKey}
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
      <div className={classes.read} data-refused={problem !== undefined || undefined}>
        <div role={problem === undefined ? 'status' : 'alert'}>
          {problem !== undefined && <p className={classes.readName}>{problem}</p>}
          {problem === undefined && product && last && (
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
          {problem === undefined && !product && (
            <Text c="dimmed">
              Leia cada peça com o leitor: cada leitura soma uma. Sem leitor, digite o código e
              Enter, ou parte do nome e escolha. Um número digitado logo depois, com Enter, diz
              quantas são.
            </Text>
          )}
        </div>
        {product && (
          <Group gap="sm" mt="xs" grow preventGrowOverflow={false}>
            <Button size="lg" variant="default" onClick={undo}>
              Desfazer a última
            </Button>
            {problem === undefined && (
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
            )}
          </Group>
        )}
      </div>
    </section>
  );
}
