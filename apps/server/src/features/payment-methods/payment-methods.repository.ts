import type { PaymentMethod } from '@balcao/contract/payment-methods.ts';
import { deletableRows } from '../../database/deletable-rows.ts';

export const paymentMethodRows = deletableRows<PaymentMethod>('payment_methods', ['name']);
