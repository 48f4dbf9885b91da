import type { KeyboardEvent, PointerEvent } from 'react';

/** The id of the instructions that describe the handles of the rows. */
export const DRAG_INSTRUCTIONS = 'mover-item';

export type Press = PointerEvent | KeyboardEvent;

/** What takes a row at a press on its handle, by product. */
export type Grabs = Map<number, (event: Press) => void>;
