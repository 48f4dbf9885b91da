import { formatCents } from '@balcao/domain/money.ts';
import { useLocalStorage } from '@mantine/hooks';
import { IconMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, memo, useRef } from 'react';
import { orWithout } from '../../../api/errors.ts';
import { asBoolean, readStored } from '../../../storage/stored-json.ts';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { PRODUCTS_KEY, readProductGrid } from '../../products/products.queries.ts';
import { OnHandMark, useOnHand } from '../../stock/on-hand/on-hand.tsx';
import { useCounter, useDispatch } from '../sale/counter-context.ts';
import { type CounterProduct, lineOf } from '../sale/sale-item.ts';
import classes from './product-grid.module.css';
import tile from './product-tile.module.css';

/** The id of the list of tiles, where the device shows them. */
export const TILES = 'grade';

/** The products sold most as tiles. */
function ProductGrid({ products }: { products: readonly CounterProduct[] }) {
  const onHand = useOnHand();
  if (products.length === 0) {
    return (
      <p className={classes.empty}>
        A grade mostra os produtos mais vendidos dos últimos 30 dias, a partir do dia seguinte à
        venda. Um administrador pode fixar produtos em Ger. Produtos.
      </p>
    );
  }
  return (
    <div className={classes.panel}>
      <ul
        id={TILES}
        className={classes.grid}
        aria-label="Grade"
        // Safari gives a button that is pressed no focus.
        onClickCapture={({ target }) =>
          (target as Element).closest('button')?.focus({ preventScroll: true })
        }
      >
        {products.map((product) => (
          <li key={product.id} className={tile.place}>
            <ProductTile product={product} onHand={onHand.get(product.id)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

type TileProps = {
  product: CounterProduct;
  /** How many there are, of a followed product. */
  onHand: number | undefined;
};

/** Touches so near to each other, in milliseconds and pixels, are one series. */
const SERIES_MS = 1_000;
const SERIES_PX = 16;

/** A product to touch: each touch adds one, and one on the − in its corner takes one away. */
function ProductTile({ product, onHand }: TileProps) {
  const dispatch = useDispatch();
  const { id: productId, name, price } = product;
  const quantity = useCounter(({ draft }) => lineOf(draft.items, productId)?.quantity ?? 0);
  const last = useRef({ at: Number.NEGATIVE_INFINITY, x: 0, y: 0, by: 1 as 1 | -1 });
  const count = (wanted: 1 | -1, { detail, timeStamp: at, clientX: x, clientY: y }: MouseEvent) => {
    const { current: before } = last;
    const near = Math.hypot(x - before.x, y - before.y) < SERIES_PX;
    // The − comes and goes under the finger: a series does what its first touch did. Keys have no place.
    const by = detail > 0 && near && at - before.at < SERIES_MS ? before.by : wanted;
    last.current = { at, x, y, by };
    if (by === 1 && quantity === 0) dispatch({ type: 'item-scanned', product });
    else dispatch({ type: 'item-counted', productId, by });
  };
  return (
    <>
      <button
        type="button"
        className={`mantine-focus-auto ${tile.tile}`}
        data-listed={quantity > 0 || undefined}
        onClick={(event) => count(1, event)}
      >
        <OnHandMark pieces={onHand} className={tile.onHand} />
        <span className={tile.name}>{name}</span>
        <span className={tile.price}>
          {formatCents(price)}
          {quantity > 0 && (
            <span className={tile.count}>
              {quantity.toLocaleString('pt-BR')}
              <span className="visually-hidden"> no pedido</span>
            </span>
          )}
        </span>
      </button>
      {quantity > 0 && (
        <button
          type="button"
          className={`mantine-focus-auto ${tile.less}`}
          aria-label={`Menos um ${name}`}
          onClick={(event) => {
            // With the last one it goes, and the focus with it.
            const { previousElementSibling: tile } = event.currentTarget;
            if (quantity === 1) (tile as HTMLElement).focus({ preventScroll: true });
            count(-1, event);
          }}
        >
          <IconMinus size={20} aria-hidden />
        </button>
      )}
    </>
  );
}

const gridQuery = {
  queryKey: [...PRODUCTS_KEY, 'grid'],
  queryFn: ({ signal }: { signal: AbortSignal }) => orWithout(readProductGrid(signal), []),
};

/** `products`: the active ones by id; undefined until they are loaded. */
type GridPanelProps = { products: ReadonlyMap<number, CounterProduct> | undefined };

/** The grid of products; its list is loaded once the device shows it. */
export const GridPanel = memo(function GridPanel({ products }: GridPanelProps) {
  const [shown] = useGridShown();
  const ids = useQuery({ ...gridQuery, enabled: shown });
  if (!shown || !products) return null;
  if (ids.data) return <ProductGrid products={ids.data.flatMap((id) => products.get(id) ?? [])} />;
  return <LoadNotice query={ids} failed="Não foi possível carregar a grade de produtos." />;
});

/** Whether this device shows the grid of products, and its setter. */
export const useGridShown = () =>
  useLocalStorage({
    key: 'product-grid',
    defaultValue: false,
    getInitialValueInEffect: false,
    deserialize: (text) => readStored(text, asBoolean) ?? false,
  });
