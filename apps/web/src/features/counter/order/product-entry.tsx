import { formatCents } from '@balcao/domain/money.ts';
import { Box, Button, TextInput } from '@mantine/core';
import { type KeyboardEvent, memo, useMemo, useState } from 'react';
import { playMissedScan } from '../../../ui/fields/missed-scan-sound.tsx';
import { quantityOf } from '../../../ui/fields/quantity.ts';
import { SearchSelect } from '../../../ui/fields/search-select.tsx';
import { TypedWhole } from '../../../ui/fields/whole-number.tsx';
import { Say } from '../../../ui/messages/say.tsx';
import { type EarlyCodes, useEnterEarly } from '../../products/search/early-codes.ts';
import { isWords } from '../../products/search/product-index.ts';
import { useOnHand, withOnHand } from '../../stock/on-hand/on-hand.tsx';
import { KeyHint } from '../keys/key-hint.tsx';
import { useCounter, useCounterStore, useDispatch } from '../sale/counter-context.ts';
import { type CounterState, correcting } from '../sale/counter-state.ts';
import { itemField } from '../sale/focus.ts';
import { staysInOrder } from '../sale/items-reducer.ts';
import { quantityProblem } from '../sale/sale-checks.ts';
import { type Entry, entrySubtotal, lineOf } from '../sale/sale-item.ts';
import { type Model, modelOfKey, sizeOf } from '../sizes/models.ts';
import { SizeChips } from '../sizes/size-chips.tsx';
import { listCalled, listOfKey } from './list-search.ts';
import classes from './product-entry.module.css';
import {
  type Counted,
  inactiveName,
  meaningOf,
  optionsByCode,
  optionsByName,
  preferredCode,
  preferredName,
  timesAndCode,
} from './product-search.ts';
import { useIndex, useLoadIndex } from './use-products.ts';

/** The height of the order's foot, whose TOTAL stays in sight. */
const FOOT = 68;

const entryOf = (state: CounterState) => state.entry;

/** The name of the product whose line Enter in Qtd. counts: its code has just added one. */
const countedName = ({ draft, justAdded }: CounterState) =>
  lineOf(draft.items, justAdded ?? 0)?.product.name;

type Props = { early: EarlyCodes };

export const ProductEntry = memo(function ProductEntry({ early }: Props) {
  const { read, dispatch, moveFocus } = useCounterStore();
  const entry = useCounter(entryOf);
  const counts = useCounter(countedName);
  const asking = useCounter(({ duplicate }) => duplicate !== null);
  const hasItems = useCounter(({ draft }) => draft.items.length > 0);
  const index = useIndex();
  const loadIndex = useLoadIndex();

  const add = (counted?: Counted) => {
    const hasProduct = counted || entry.product || counts !== undefined;
    const refused = quantityProblem(counted?.quantity ?? entry.quantity) !== undefined;
    const next = hasProduct && refused ? 'quantity' : 'code';
    dispatch({ type: 'item-entered', ...counted }, next);
  };

  const [model, setModel] = useState<Model>();
  const choose = (key: string) => {
    const list = listOfKey(index, key);
    if (list) return dispatch(listCalled(list));
    const sizes = index && modelOfKey(index.models(), key);
    setModel(sizes || undefined);
    // They take the focus.
    if (sizes) return;
    const { times: chosen, code: id } = timesAndCode(key);
    const product = index?.ofId.get(Number(id)) ?? null;
    dispatch({ type: 'product-chosen', product }, 'quantity');
    if (chosen !== undefined) dispatch({ type: 'quantity-typed', typed: chosen });
  };
  const clear = () => dispatch({ type: 'product-chosen', product: null });

  const refuse = async (text: string) => {
    const { code } = timesAndCode(text);
    playMissedScan();
    const known = inactiveName(index?.inactive, code);
    dispatch({ type: 'code-unknown', code, inactiveName: known });
    if (known !== undefined) return;
    // Somebody may have registered it since.
    const { counted, list, inactive } = meaningOf(await loadIndex(), text);
    if (counted) dispatch({ type: 'item-scanned', ...counted });
    else if (list) dispatch(listCalled(list));
    else if (inactive) dispatch({ type: 'code-unknown', code, inactiveName: inactive });
  };

  /** Whether something has exactly this code; it is then entered. */
  const enterWhole = (text: string, addProduct: (counted: Counted) => void): boolean => {
    const { counted, list, sale } = meaningOf(index, text);
    if (counted) addProduct(counted);
    else if (list) dispatch(listCalled(list));
    else if (sale !== undefined) dispatch(correcting(sale));
    else return false;
    return true;
  };

  // Any of them may ask whether it is wanted twice.
  useEnterEarly(early, index !== undefined && !asking, (text) => {
    // The focus may be elsewhere by now.
    const isEntered = enterWhole(text, (counted) => dispatch({ type: 'item-entered', ...counted }));
    if (!isEntered) void refuse(text);
  });

  // A scanner sends a code and Enter: the product is added at once.
  const enterCode = (text: string): boolean | 'kept' => {
    const { code } = timesAndCode(text);
    if (enterWhole(text, add)) return true;
    if (!index && text.trim() !== '') early.wait(text);
    else if (entry.product && text === entry.product.code) add();
    else if (code !== '') {
      void refuse(text);
      if (isWords(code)) return 'kept';
    } else if (hasItems) moveFocus('close-order');
    return true;
  };

  /** The newest item stands last, unless the list is sorted. */
  const toList = (): boolean => {
    const last = read().draft.items.at(-1);
    if (last) moveFocus(itemField(last.product.id));
    return last !== undefined;
  };

  const size = index && sizeOf(index.models(), entry.product);
  const onHand = useOnHand();
  // A field searches again when its search is another one.
  const searches = useMemo(() => {
    const by = (found: typeof optionsByCode) => (text: string) =>
      index ? withOnHand(found(index, text), onHand) : { options: [], more: 0 };
    return { codes: by(optionsByCode), names: by(optionsByName) };
  }, [index, onHand]);
  const nothingFound = index ? 'Nenhum produto encontrado.' : 'Carregando os produtos…';
  const select = { onPick: choose, onClear: clear, nothingFound, roomBelow: FOOT };

  return (
    <div className={classes.entry}>
      <div className={classes.fields}>
        <KeyHint shows="F2" on="label" className={classes.code}>
          <SearchSelect
            id="code"
            label="Cód"
            aria-keyshortcuts="F2"
            chosen={entry.product?.code ?? ''}
            search={searches.codes}
            preferred={preferredCode}
            onEnter={enterCode}
            onUp={toList}
            {...select}
          />
        </KeyHint>
        <SearchSelect
          id="product-name"
          label="Produto"
          className={classes.name}
          {...(size && sizeMark(size))}
          chosen={entry.product?.name ?? ''}
          search={searches.names}
          preferred={(text, found) => preferredName(index, text, found)}
          {...select}
        />
        <QuantityField onEnter={() => add()} />
        <TextInput
          label="Subtotal"
          className={classes.subtotal}
          variant="filled"
          readOnly
          tabIndex={-1}
          value={formatCents(entrySubtotal(entry.product, quantityOf(entry.quantity)))}
        />
        <Button className={classes.add} variant="light" onClick={() => add()}>
          Adicionar
        </Button>
      </div>
      {model && (
        <SizeChips
          model={model}
          onPick={({ id }) => choose(`${id}`)}
          onLeave={() => setModel(undefined)}
        />
      )}
      <EntryNote />
    </div>
  );
});

/** The size before the name, which may be too long for its field and says it at its end. */
const sizeMark = (size: string) => ({
  leftSectionWidth: `calc(${size.length}ch + 1.75rem)`,
  leftSection: (
    <span className={classes.size} aria-hidden>
      {size}
    </span>
  ),
});

/** Whether the quantity is of no product yet, and would be the next one's. */
const waitsForProduct = ({ product, quantity }: Entry) => product === null && quantity !== '1';

/** Qtd.: digits, the arrow keys, and Enter that adds the item. */
function QuantityField({ onEnter }: { onEnter: () => void }) {
  const dispatch = useDispatch();
  const entry = useCounter(entryOf);
  const quantity = quantityOf(entry.quantity);
  const type = (typed: string) => dispatch({ type: 'quantity-typed', typed });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' && !event.repeat) {
      event.preventDefault();
      onEnter();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      type(`${Math.max(0, quantity + (event.key === 'ArrowUp' ? 1 : -1))}`);
    }
  };
  return (
    <TypedWhole
      id="quantity"
      label="Qtd."
      className={classes.quantity}
      role="spinbutton"
      aria-valuemin={0}
      aria-valuenow={quantity}
      data-waiting={waitsForProduct(entry) || undefined}
      text={entry.quantity}
      onType={type}
      onKeyDown={onKeyDown}
    />
  );
}

/** What is wrong with the entry fields, or else the effect of Enter in Qtd. */
function EntryNote() {
  const entry = useCounter(entryOf);
  const counts = useCounter(countedName);
  const problem = useCounter((state) => state.entryProblem);
  const unread = useCounter(lookOf);
  const note = problem || unread ? undefined : noteOf(entry, counts);
  return (
    // Room for a line, so that the table does not move.
    <Box mih={24} my={2}>
      <Say rank={problem ? 'refusal' : 'look'} role="alert">
        {problem || unread}
      </Say>
      {note && <Say rank="fact">{note}</Say>}
    </Box>
  );
}

const lookOf = ({ unread, entry: { stays } }: CounterState) =>
  unread ?? (stays === undefined ? null : staysInOrder(stays));

function noteOf(entry: Entry, counts: string | undefined): string | undefined {
  const { edited } = entry;
  if (edited) {
    return `Editando ${edited.product.name}: Enter em Qtd. guarda, Esc deixa como estava.`;
  }
  if (!waitsForProduct(entry)) return undefined;
  return counts === undefined
    ? 'Esta quantidade é do próximo produto.'
    : `Enter em Qtd. muda a quantidade de ${counts}.`;
}
