// What is loaded with the first use, in one file, because each file's name weighs on every page.
export { ImportDialog } from '../../imports/import-dialog.tsx';
export { PriceBar } from './price-bar.tsx';
