import { brl, CPF, openCounter, test } from '../counter-screen.ts';
import { expect, expectAccessible } from '../fixtures.ts';
import { keysOf } from '../scanner.ts';

// Specification: 2.5, 4.5
test('a repeated product is asked about and added to its line', async ({ page, counter }) => {
  const question = page.getByRole('dialog', { name: 'Atenção!' });
  const add = async (code: string, quantity: string) => {
    await counter.code.fill(code);
    await expect(page.getByRole('option')).toHaveCount(1);
    await counter.code.press('Tab');
    await counter.quantity.fill(quantity);
    await counter.quantity.press('Enter');
  };
  await add('101', '2');
  await counter.expectItems('101Caderno universitário2R$ 37,80R$ 37,80');

  // Another quantity.
  await add('101', '3');
  await expect(question).toContainText('Este item já está na lista.');
  await expect(question).not.toContainText('COM ESSA MESMA QUANTIDADE');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancelar' }).click();
  await expect(question).toBeHidden();
  await counter.expectItems('2R$ 37,80R$ 37,80');
  await expect(counter.code).toBeFocused();
  await expect(counter.code).toHaveValue('');
  await add('101', '3');
  await question.getByRole('button', { name: 'Confirmar' }).click();
  await counter.expectItems('5R$ 94,50R$ 94,50');
  await expect(counter.code).toBeFocused();
  await expect(counter.code).toHaveValue('');
  await expect(counter.quantity).toHaveValue('1');

  // The same quantity.
  await add('101', '5');
  await expect(question).toContainText('Este item já está na lista COM ESSA MESMA QUANTIDADE.');
  await page.keyboard.press('Enter');
  await counter.expectItems('10R$ 189,00R$ 189,00');

  // Also after a click, the button that Enter presses is ringed.
  await counter.code.click();
  await page.getByRole('option', { name: 'Caderno' }).click();
  await counter.add.click();
  const confirm = question.getByRole('button', { name: 'Confirmar' });
  await expect(confirm).toBeFocused();
  await expect(confirm).toHaveCSS('outline-style', 'solid');
});

// Specification: 2.5, 4.5
test('lines are edited, removed, sorted and summed', async ({ page, counter }) => {
  for (const code of ['103', '101', '102']) await counter.scan(code);
  await counter.expectItems('Camiseta', 'Caderno', 'Lápis');

  const header = page.getByRole('columnheader', { name: 'Produto' });
  await expect(header).toHaveAttribute('aria-sort', 'none');
  await counter.sortByName.click();
  await counter.expectItems('Caderno', 'Camiseta', 'Lápis');
  await expect(header).toHaveText('Produto ▲');
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  // Anywhere in the heading.
  await header.click();
  await counter.expectItems('Lápis', 'Camiseta', 'Caderno');
  await expect(header).toHaveText('Produto ▼');

  // An edited line leaves the list, and comes back to its place by name.
  await page.getByRole('button', { name: 'Editar Camiseta da escola' }).click();
  await counter.expectItems('Lápis', 'Caderno');
  await expect(counter.code).toHaveValue('103');
  await expect(counter.productName).toHaveValue('Camiseta da escola');
  await expect(counter.quantity).toHaveValue('1');
  await expect(counter.quantity).toBeFocused();
  await counter.quantity.fill('4');
  await expect(counter.entrySubtotal).toHaveValue(brl('168,00'));
  await counter.quantity.press('Enter');
  await counter.expectItems('Lápis', 'Camiseta da escola4R$ 168,00', 'Caderno');
  await expect(counter.sums).toHaveText(['6', 'R$ 188,45', 'R$ 188,45', '']);

  await page.getByRole('button', { name: 'Remover Lápis HB nº 2' }).click();
  await counter.expectItems('Camiseta', 'Caderno');
  await expect(counter.sums).toHaveText(['5', 'R$ 186,90', 'R$ 186,90', '']);
  await expect(counter.code).toBeFocused();
});

// Specification: 5.7
test('a quantity is never negative, zero or more than can be sold', async ({ page, counter }) => {
  const { keyboard } = page;
  await counter.code.fill('101');
  await expect(page.getByRole('option')).toHaveCount(1);
  await counter.code.press('Tab');
  await expect(counter.quantity).toBeFocused();

  await keyboard.type('-5');
  await expect(counter.quantity).toHaveValue('0');
  await keyboard.press('Enter');
  await expect(page.getByText('A quantidade precisa ser maior que zero.')).toBeVisible();
  await expect(counter.items).toHaveCount(0);

  await keyboard.press('ArrowDown');
  await expect(counter.quantity).toHaveValue('0');
  await keyboard.press('ArrowUp');
  await keyboard.press('ArrowUp');
  await expect(counter.quantity).toHaveValue('2');
  // A bar code that was copied into the wrong field.
  await counter.quantity.fill('7891234567895');
  await keyboard.press('Enter');
  await expect(page.getByText('A quantidade máxima de um produto é')).toBeVisible();
  await expect(counter.items).toHaveCount(0);
  await counter.quantity.fill('3');
  await keyboard.press('Enter');
  await counter.expectItems('3R$ 56,70');

  // A name typed into Cód is found too, and Enter takes none of them.
  await counter.code.fill('camis');
  await expect(page.getByRole('option').first()).toContainText('Camiseta');
  await counter.code.press('Enter');
  await expect(counter.items).toHaveCount(1);
  await counter.code.fill('camis');
  for (const key of ['ArrowDown', 'Enter']) await keyboard.press(key);
  await expect(counter.productName).toHaveValue(/Camiseta/);
});

test('eight lines of one line each fit on the screen', async ({ page, shop }) => {
  await shop.sql(
    `INSERT INTO products (code, name, price_cents, active)
     SELECT (7891000000000 + n)::text, 'Camiseta manga curta Colégio tam. ' || n, 5590, true
     FROM generate_series(1, 12) AS n`,
  );
  const { counter } = await openCounter(page, shop);
  await counter.takeOrder({
    codes: Array.from({ length: 12 }, (_, index) => `${7891000000001 + index}`),
  });
  const heightsInSight = () =>
    page.evaluate(() => {
      const edge = (selector: string) =>
        (document.querySelector(selector) as Element).getBoundingClientRect();
      const [top, bottom] = [
        edge('thead').bottom - 1,
        Math.min(innerHeight, edge('tfoot').top + 1),
      ];
      const heights = [...document.querySelectorAll('tbody tr')].map((row) => {
        const box = row.getBoundingClientRect();
        return box.top >= top && box.bottom <= bottom ? box.height : 0;
      });
      return heights.filter((height) => height > 0);
    });
  // The newest line scrolls into sight.
  await expect.poll(async () => (await heightsInSight()).length).toBeGreaterThanOrEqual(8);
  for (const height of await heightsInSight()) expect(height).toBeLessThan(36);
  await expect(counter.closeOrder).toBeInViewport({ ratio: 1 });
});

test('the list is worked by keys alone, and what is removed comes back', async ({
  page,
  counter,
}) => {
  const { keyboard } = page;
  const pencilOf = (name: string) => page.getByRole('button', { name: `Editar ${name}` });
  await counter.code.focus();
  // With an empty list, and in a list of options, the arrow is the field's own.
  await keyboard.press('ArrowUp');
  await expect(page.getByRole('option')).toHaveCount(3);
  await keyboard.press('Escape');
  for (const code of ['101', '102', '103']) {
    await keyboard.type(code);
    await keyboard.press('Enter');
  }
  await counter.expectItems('Caderno', 'Lápis', 'Camiseta');
  // The newest line glows.
  const glowing = () =>
    counter.items.evaluateAll((rows) => rows.map((row) => row.getAnimations().length));
  await expect.poll(glowing).toEqual([0, 0, 0]);
  await counter.scan('2*103');
  await page.getByRole('button', { name: 'Confirmar' }).press('Enter');
  await expect.poll(glowing).toEqual([0, 0, 1]);

  await keyboard.press('ArrowUp');
  await expect(pencilOf('Camiseta da escola')).toBeFocused();
  await keyboard.press('ArrowUp');
  for (const key of ['+', '+', '+', '-']) await keyboard.press(key);
  await counter.expectItems('Caderno', 'Lápis HB nº 23R$ 4,65', 'Camiseta');
  await keyboard.press('ArrowUp');
  await keyboard.press('-');
  await counter.expectItems('Caderno universitário1R$ 18,90', 'Lápis', 'Camiseta');

  await keyboard.press('ArrowDown');
  await keyboard.press('Delete');
  await counter.expectItems('Caderno', 'Camiseta');
  await expect(pencilOf('Camiseta da escola')).toBeFocused();
  await expectAccessible(page);
  await keyboard.press('Control+z');
  await counter.expectItems('Caderno', 'Lápis HB nº 23R$ 4,65', 'Camiseta');
  await expect(counter.code).toBeFocused();
  await page.getByRole('button', { name: 'Remover Lápis HB nº 2' }).click();
  await page.getByRole('button', { name: 'Desfazer' }).click();
  await counter.expectItems('Caderno', 'Lápis', 'Camiseta');
  await expect(page.getByRole('button', { name: 'Desfazer' })).toHaveCount(0);
  // Not while it is paid.
  await page.getByRole('button', { name: 'Remover Lápis HB nº 2' }).click();
  await counter.cpf.fill(CPF);
  await counter.clientName.fill('Maria Souza');
  await keyboard.press('F8');
  await expect(counter.method(1)).toBeFocused();
  await keyboard.press('Control+z');
  await keyboard.press('Shift+F8');
  await expect(counter.code).toBeFocused();
  await keyboard.press('Control+z');
  await counter.expectItems('Caderno', 'Lápis', 'Camiseta');
  // Nor does it take back what was typed elsewhere.
  await keyboard.press('Control+z');
  await expect(counter.code).toBeFocused();
  await expect(counter.clientName).toHaveValue('Maria Souza');

  // Down from the last line leads back, Enter edits, and a code is typed from anywhere.
  for (const key of ['ArrowUp', 'ArrowDown']) await keyboard.press(key);
  await expect(counter.code).toBeFocused();
  await keyboard.press('ArrowUp');
  // As fast as a scanner.
  const keys = await keysOf(page);
  await keys(['+', '-', 'Enter'], 5);
  await expect(counter.quantity).toBeFocused();
  await expect(counter.productName).toHaveValue('Camiseta da escola');
  await keyboard.type('5');
  await keyboard.press('Enter');
  await counter.expectItems('Caderno', 'Lápis', 'Camiseta da escola5');
  await keyboard.press('ArrowUp');
  await keyboard.type('101');
  await expect(counter.code).toHaveValue('101');
  await expect(counter.code).toBeFocused();
});

test('an item that is being edited is never lost', async ({ page, counter }) => {
  await counter.scan('3*103');
  await counter.scan('101');
  const edit = page.getByRole('button', { name: 'Editar Camiseta' });
  const editing = counter.products.getByRole('status');
  await edit.click();
  await expect(editing).toContainText('Editando Camiseta');
  await page.keyboard.press('Escape');
  await expect(editing).toHaveCount(0);
  await expect(counter.code).toBeFocused();
  await counter.expectItems('Camiseta', 'Caderno universitário');

  // A code typed meanwhile is an item of its own, in one piece, which is said.
  const stays = counter.products.getByText('Camiseta da escola continua no pedido.');
  await edit.click();
  await page.keyboard.type('2');
  await counter.scan('102');
  await expect(counter.items).toHaveCount(3);
  await expect(stays).toBeVisible();
  await expect(counter.items.filter({ hasText: 'Camiseta' }).getByRole('cell').nth(2)).toHaveText(
    '2',
  );
  await expect(counter.items.last().getByRole('cell').nth(2)).toHaveText('1');

  // A double click removes one row, not the next one too.
  await page
    .getByRole('button', { name: /^Remover/ })
    .first()
    .dblclick();
  await expect(counter.items).toHaveCount(2);
  await expect(stays).toHaveCount(0);

  // Cleared by hand, the field says it before the next code.
  await page
    .getByRole('button', { name: /^Editar/ })
    .first()
    .click();
  await expect(counter.quantity).toBeFocused();
  await counter.productName.press('ControlOrMeta+a');
  await counter.productName.press('Backspace');
  await expect(counter.products.getByText('continua no pedido.')).toBeVisible();
  await expect(counter.items).toHaveCount(2);
});

test('codes wait for the products to load', async ({ page, counter }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/api/pdv/productsAll/', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload();
  for (const code of ['103', '103', '2*101']) await counter.scan(code);
  await counter.cpf.focus();
  await expect(counter.products.getByRole('alert').first()).toHaveText('');
  await expect(counter.items).toHaveCount(0);
  held.resolve();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmar' }).click();
  await counter.expectItems('Camiseta', 'Caderno');
  await expect(counter.item('Camiseta').getByRole('cell').nth(2)).toHaveText('2');
  await expect(counter.item('Caderno').getByRole('cell').nth(2)).toHaveText('2');
});

test('keys after a code wait for the products too', async ({ page, counter }) => {
  const { keyboard } = page;
  const held = Promise.withResolvers<void>();
  await page.route('**/api/pdv/productsAll/', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.reload();
  await counter.takePeople();
  await counter.code.focus();
  await keyboard.type('101');
  await keyboard.press('Enter');
  // To FECHAR PEDIDO, and closes the order.
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await keyboard.type('di');
  await keyboard.press('Enter');
  held.resolve();
  await expect(counter.method(1)).toHaveValue('Dinheiro');
  await counter.expectItems('Caderno');
  await keyboard.press('Shift+F8');
  await expect(counter.code).toBeFocused();
});
