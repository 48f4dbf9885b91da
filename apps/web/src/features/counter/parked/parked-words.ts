import type { ParkedSale } from '@balcao/contract/parked-sales.ts';
import { cents, formatCents } from '@balcao/domain/money.ts';

export const nameOf = ({ client_name }: ParkedSale) => client_name || 'Sem cliente';

export const itemsWords = ({ items }: ParkedSale) => `${items} ${items === 1 ? 'item' : 'itens'}`;

export const totalWords = ({ total }: ParkedSale) => formatCents(cents(Math.round(total * 100)));
