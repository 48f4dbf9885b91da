/** For its route, and for the counter, which has it before the server goes away. */
export const loadReceiptPage = () => import('./receipt-page.tsx');
