import { cents, MAX_CENTS } from '@balcao/domain/money.ts';
import { expect, test } from 'vitest';
import { NO_PAYMENTS, withAmount, withMethod } from './payment-rows.ts';
import { NOBODY } from './person.ts';
import { orderObstacle, paymentObstacle } from './sale-checks.ts';
import { aDraft, paid } from './testing.ts';

test('an order needs a whole CPF, a name and a product, asked for in this order', () => {
  const client = 'Você precisa incluir o cliente!';
  const person = { digits: '5299822472', name: 'José', registered: null };
  expect(orderObstacle(aDraft({ client: NOBODY, items: [] }))?.message).toBe(client);
  expect(orderObstacle(aDraft({ client: person }))?.message).toBe(client);
  const nameless = { digits: '52998224725', name: '  ', registered: null };
  expect(orderObstacle(aDraft({ client: nameless }))).toEqual({
    message: client,
    field: 'client-name',
  });
  expect(orderObstacle(aDraft({ items: [] }))?.message).toBe(
    'O registro de venda precisa incluir pelo menos 1 produto.',
  );
  expect(orderObstacle(aDraft())).toBeUndefined();
});

test('a payment needs a method, then an amount, then enough of it', () => {
  const of = (payments: typeof NO_PAYMENTS) => paymentObstacle(aDraft({ payments }))?.message;
  expect(of(NO_PAYMENTS)).toBe(
    'Verifique se o meio de pagamento possui uma descrição selecionada.',
  );
  expect(of(withMethod(NO_PAYMENTS, 4, 'Pix'))).toBe(
    'O registro de venda precisa incluir pelo menos 1 meio de pagamento.',
  );
  expect(of(paid('Pix', cents(374)))).toBe(
    'O valor pago não é suficiente para finalizar a venda. Verifique o valor pago e tente novamente.',
  );
  expect(of(paid('Pix', cents(375)))).toBeUndefined();
});

test('what is paid has to fit the books', () => {
  const both = withMethod(paid('Pix', MAX_CENTS), 1, 'Dinheiro');
  const payments = withAmount(both, 1, cents(1));
  expect(paymentObstacle(aDraft({ payments }))?.message).toContain('9.999.999,99');
});
