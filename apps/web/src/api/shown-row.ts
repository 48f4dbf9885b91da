/** The header that says what a form was shown of the row that it edits. */
export const shownRow = (row: object): { 'shown-row': string } => ({
  'shown-row': `${new URLSearchParams(
    Object.entries(row).map(([name, value]) => [name, String(value)]),
  )}`,
});
