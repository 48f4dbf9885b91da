import type { ParkedSale } from '@balcao/contract/sales/parked-sales.ts';
import { centsFromReais, formatCents } from '@balcao/domain/money.ts';

export const nameOf = ({ client_name }: ParkedSale) => client_name || 'Sem cliente';

export const itemsWords = ({ items }: ParkedSale) => `${items} ${items === 1 ? 'item' : 'itens'}`;

export const totalWords = ({ total }: ParkedSale) => formatCents(centsFromReais(total));
