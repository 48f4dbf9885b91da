/** Explicit roles: WebKit drops the role of a table, row or cell that CSS lays out as block or grid. */
export const table = { role: 'table' } as const;
export const rowgroup = { role: 'rowgroup' } as const;
export const row = { role: 'row' } as const;
export const cell = { role: 'cell' } as const;
export const columnheader = { role: 'columnheader' } as const;
export const rowheader = { role: 'rowheader' } as const;
