/** The text fields of the first step, by their ids. */
export const ORDER_FIELDS = [
  'cpf',
  'client-name',
  'registration',
  'student-name',
  'code',
  'product-name',
  'quantity',
] as const;

/** The ids of the elements that the counter moves the focus to. */
export type FieldId =
  | (typeof ORDER_FIELDS)[number]
  | `item-${number}`
  | 'close-order'
  | 'finish'
  | `method-${number}`
  | `amount-${number}`
  | `pix-${number}`
  | 'given-back';

/** The field by which the list of the order has the focus: that of a row. */
export const itemField = (productId: number): FieldId => `item-${productId}`;

/** Where the focus goes, once what has changed is on the screen. */
export type Focus = {
  /** The first of these that is there. */
  readonly to: readonly FieldId[];
  /** Its text is selected, unless the caret goes to its end. */
  readonly caret?: 'end';
  /** What was typed for it elsewhere. */
  readonly types?: string;
  /** Only if nothing has the focus: its element has gone. */
  readonly ifLost?: true;
  /** The page is shown from its top. */
  readonly top?: true;
  /** It is scrolled into view even if it has the focus already. */
  readonly show?: true;
};

/** The same where it is one field. */
export type To = FieldId | Focus;
