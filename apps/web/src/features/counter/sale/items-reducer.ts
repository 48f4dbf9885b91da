import { MOST_LISTS } from '@balcao/contract/fields/list-limits.ts';
import { quantityOf } from '../../../ui/fields/quantity.ts';
import { type CounterState, type ItemAction, withDraft } from './counter-state.ts';
import { beyondLimits, quantityProblem, withEdited } from './sale-checks.ts';
import {
  type CounterProduct,
  EMPTY_ENTRY,
  itemsByName,
  lineOf,
  type SaleItem,
  type SortDirection,
  withItem,
} from './sale-item.ts';

/** The changes of the entry fields and the item table while the order is open. */
export function itemsReducer(before: CounterState, action: ItemAction): CounterState {
  const state = before.unread === null ? before : { ...before, unread: null };
  const { justAdded } = state;
  const { type } = action;
  if (justAdded === null || type === 'quantity-typed') {
    return changed(state, action);
  }
  if (type === 'item-entered' && !action.product && !state.entry.product) {
    return recounted(state, justAdded);
  }
  return changed({ ...state, justAdded: null }, action);
}

function changed(state: CounterState, action: ItemAction): CounterState {
  const { entry, sort } = state;
  const { items } = state.draft;
  switch (action.type) {
    case 'product-chosen': {
      const { product } = action;
      const other = product?.id !== entry.product?.id;
      const { entry: kept, ...rest } = other ? putEditedBack(state) : state;
      const stays = other && entry.edited && { stays: entry.edited.product.name };
      return { ...rest, entry: { ...kept, product, ...stays }, entryProblem: null };
    }
    case 'quantity-typed':
      return { ...state, entry: { ...entry, quantity: action.typed }, entryProblem: null };
    case 'item-entered': {
      const { product } = action;
      if (state.duplicate) return state;
      const other = product && entry.product && product.id !== entry.product.id;
      // The quantity beside another product is for that one, which was typed over before it was added.
      const without = other ? { ...putEditedBack(state), entry: EMPTY_ENTRY } : state;
      const waiting = other && !entry.edited ? withMissed(without, entry.product.code) : without;
      const entered = enterItem(counted(waiting, action.quantity), product ?? entry.product);
      const stays = entry.stays ?? (other ? entry.edited?.product.name : undefined);
      const told = stays === undefined ? entered : { ...entered, unread: staysInOrder(stays) };
      return product ? withJustAdded(told, state, product) : told;
    }
    case 'item-scanned': {
      // A typed quantity without a product is for this one. A product in the entry fields stays there.
      const same = entry.edited?.product.id === action.product.id;
      const whole = same ? putEditedBack(state) : state;
      const waiting = whole.entry.product ? { ...whole, entry: EMPTY_ENTRY } : whole;
      const entered = enterItem(counted(waiting, action.quantity), action.product);
      if (whole.entry.product) return { ...entered, entry };
      return withJustAdded(entered, state, action.product);
    }
    case 'code-unknown':
      return {
        ...state,
        entryProblem: null,
        unread: codeProblem(action.code, action.inactiveName),
      };
    case 'duplicate-answered':
      return resolveDuplicate(state, action.sum);
    case 'list-called': {
      const { list, problem } = action;
      if (state.duplicate) return state;
      return { ...state, entryProblem: null, ...(problem ? { unread: problem } : { list }) };
    }
    case 'list-answered':
      return withLines({ ...state, list: null }, state.list?.name, action.lines ?? []);
    case 'item-counted':
      return countedBy(state, action.productId, action.by);
    case 'item-removed': {
      const { productId } = action;
      if (!lineOf(items, productId)) return state;
      const { lists } = state.draft;
      const undo = { words: 'Item removido.', parts: { items, ...(lists && { lists }) } };
      return { ...withItems(state, without(items, productId), sort), undo };
    }
    case 'item-edited': {
      const whole = putEditedBack(state);
      const { items: all } = whole.draft;
      const line = lineOf(all, action.productId);
      if (!line) return state;
      const { product, quantity } = line;
      const place = all.indexOf(line);
      const edited = { product, quantity: `${quantity}`, edited: { ...line, place } };
      const removed = withItems(whole, without(all, action.productId), sort);
      return { ...removed, entry: edited, entryProblem: null };
    }
    case 'edit-cancelled': {
      const { edited } = entry;
      const unchanged = edited && { ...entry, quantity: `${edited.quantity}` };
      return unchanged ? putEditedBack({ ...state, entry: unchanged, entryProblem: null }) : state;
    }
    case 'sort-toggled':
      return withItems(state, items, sort === 'asc' ? 'desc' : 'asc');
    case 'item-moved': {
      const placeOf = (id: number) => items.findIndex(({ product }) => product.id === id);
      const [from, to] = [placeOf(action.productId), placeOf(action.overProductId)];
      const moved = items.toSpliced(from, 1).toSpliced(to, 0, ...items.slice(from, from + 1));
      // The list is no longer sorted by name.
      return withItems(state, moved, null);
    }
  }
}

/** Said of an item over which another one was typed, which may have been meant in its place. */
export const staysInOrder = (name: string) => `${name} continua no pedido.`;

/** An item that is being edited goes back to the list before something else takes the entry fields. */
export function putEditedBack(state: CounterState): CounterState {
  const { draft, entry, sort } = state;
  if (!entry.edited) return state;
  const back = { ...withItems(state, withEdited(draft.items, entry), sort), entry: EMPTY_ENTRY };
  return withNewest(back, entry.edited.product.id);
}

/** The state with the quantity that was typed before a code. */
function counted(state: CounterState, quantity: string | undefined): CounterState {
  return quantity === undefined ? state : { ...state, entry: { ...state.entry, quantity } };
}

/** Only where one was added: "3*101" says how many, and so does a quantity that was typed before. */
function withJustAdded(
  state: CounterState,
  before: CounterState,
  { id }: CounterProduct,
): CounterState {
  const isNew = lineOf(before.draft.items, id) === undefined;
  const isOne = lineOf(state.draft.items, id)?.quantity === 1;
  return isNew && isOne ? { ...state, justAdded: id } : state;
}

function recounted(state: CounterState, productId: number): CounterState {
  const { entry } = state;
  const entryProblem = quantityProblem(entry.quantity) ?? null;
  if (entryProblem) return { ...state, entryProblem };
  const recounted = withQuantity(state, productId, quantityOf(entry.quantity));
  if (recounted.entryProblem) return recounted;
  return { ...recounted, entry: EMPTY_ENTRY, justAdded: null };
}

function countedBy(state: CounterState, productId: number, by: number): CounterState {
  const line = lineOf(state.draft.items, productId);
  if (!line) return state;
  if (line.quantity + by < 1) return changed(state, { type: 'item-removed', productId });
  return withQuantity(state, productId, line.quantity + by);
}

function enterItem(state: CounterState, product: CounterProduct | null): CounterState {
  // A scan must not answer the open question.
  if (state.duplicate) return state;
  // Left in its field, the quantity would be the next product's.
  if (!product) return { ...state, entry: EMPTY_ENTRY, entryProblem: 'Escolha um produto.' };
  const entered = { ...state, entry: { ...state.entry, product } };
  const entryProblem = quantityProblem(state.entry.quantity);
  if (entryProblem) return { ...entered, entryProblem };
  const quantity = quantityOf(state.entry.quantity);
  if (lineOf(state.draft.items, product.id)) {
    return { ...entered, entryProblem: null, duplicate: { product, quantity } };
  }
  return addItem(state, product, quantity);
}

function codeProblem(code: string, inactiveName: string | undefined): string {
  if (inactiveName !== undefined) {
    return `O produto ${inactiveName} está inativo e não pode ser vendido.`;
  }
  const none = `Nenhum produto com o código ${code}.`;
  // Receipts show the number of the sale without the V of its barcode.
  return /^[1-9]\d{0,5}$/.test(code)
    ? `${none} Para abrir a venda nº ${code}, digite V${code}.`
    : none;
}

function resolveDuplicate(state: CounterState, sum: boolean): CounterState {
  if (!state.duplicate) return state;
  const { product, quantity } = state.duplicate;
  const closed = { ...state, duplicate: null };
  const next = sum ? addItem(closed, product, quantity) : { ...closed, entry: EMPTY_ENTRY };
  return state.entry.product?.id === product.id ? next : { ...next, entry: state.entry };
}

/** The state with these items and the line to look for, if they may be sold so; why not in `entryProblem`. */
function withList(state: CounterState, items: readonly SaleItem[], newest: number): CounterState {
  const entryProblem = beyondLimits(items) ?? null;
  if (entryProblem) return { ...state, entryProblem };
  return { ...withNewest(withItems(state, items, state.sort), newest), entryProblem };
}

/** One more item; the entry fields are empty then. */
function addItem(state: CounterState, product: CounterProduct, quantity: number): CounterState {
  const items = withItem(state.draft.items, product, quantity, state.entry.edited?.place);
  const added = withList(state, items, product.id);
  return added.entryProblem ? added : { ...added, entry: EMPTY_ENTRY };
}

/** All items of a list of material; the sale remembers its name. */
function withLines(
  state: CounterState,
  list: string | undefined,
  lines: readonly SaleItem[],
): CounterState {
  const newest = lines.at(-1);
  if (list === undefined || !newest) return state;
  const items = lines.reduce<readonly SaleItem[]>(
    (all, { product, quantity }) => withItem(all, product, quantity),
    state.draft.items,
  );
  const added = withList(state, items, newest.product.id);
  if (added.entryProblem) return added;
  const lists = [...new Set([...(state.draft.lists ?? []), list])].slice(-MOST_LISTS);
  return { ...added, draft: { ...added.draft, lists } };
}

function withQuantity(state: CounterState, productId: number, quantity: number): CounterState {
  const items = state.draft.items.map((item) =>
    item.product.id === productId ? { ...item, quantity } : item,
  );
  return withList(state, items, productId);
}

function without(items: readonly SaleItem[], productId: number): readonly SaleItem[] {
  return items.filter((item) => item.product.id !== productId);
}

/** The state with another list, in its order by name if it has one. */
function withItems(
  state: CounterState,
  items: readonly SaleItem[],
  sort: SortDirection | null,
): CounterState {
  const listed = withDraft(state, {
    items: sort ? itemsByName(items, sort) : items,
    // Nothing is left of the lists either.
    ...(items.length === 0 && state.draft.lists && { lists: [] }),
  });
  return { ...listed, sort, newest: null };
}

/** Beyond these the first ones are forgotten: a seller who reads on does not look. */
const MOST_MISSED = 5;

/** What was read or chosen and did not go in. */
export function withMissed(state: CounterState, code: string): CounterState {
  const { draft } = state;
  const missed = [...(draft.missed ?? []), code].slice(-MOST_MISSED);
  return { ...state, draft: { ...draft, missed } };
}

/** Marks the line that the seller looks for next. Its code is no longer missed. */
export function withNewest(state: CounterState, productId: number): CounterState {
  const { draft } = state;
  const code = lineOf(draft.items, productId)?.product.code;
  const missed = draft.missed?.filter((each) => each !== code);
  return { ...state, draft: { ...draft, ...(missed && { missed }) }, newest: { productId } };
}
