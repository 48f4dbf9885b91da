// Loaded where the shop keeps sales, or where something is kept.
export { AwayDialog } from './away-dialog.tsx';
export { KeptTools } from './kept-tools.tsx';
