/**
 * The parts of a table, with their roles said aloud: to WebKit a table, a row or a cell that CSS makes a block
 * or a grid is none any more.
 */
export const table = { role: 'table' } as const;
export const rowgroup = { role: 'rowgroup' } as const;
export const row = { role: 'row' } as const;
export const cell = { role: 'cell' } as const;
export const columnheader = { role: 'columnheader' } as const;
export const rowheader = { role: 'rowheader' } as const;
