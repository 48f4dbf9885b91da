export { CreditRow } from './credit-row.tsx';
export { exchangeApproval } from './exchange-approval.ts';
export { ExchangeCard } from './exchange-card.tsx';
export { GivenBack } from './given-back.tsx';
export { WaitingExchange } from './waiting-exchange.tsx';
