import { expect, type Shop, test } from './fixtures.ts';

const EVERYONES = [
  '/pdv',
  '/minhas-vendas',
  '/pdf',
  '/pdfDevolucao',
  '/pdfFechamento',
  '/pdf-report',
  '/perfil',
];
const ADMINS = [
  '/produtos',
  '/usuarios',
  '/vendas',
  '/gerenciarFechamentos',
  '/categorias',
  '/painel',
  '/clientes',
  '/alunos',
  '/pdfExtrato',
  '/auditoria',
  '/configuracoes',
];
const UNKNOWN = ['/', '/nada', '/produtos/1/editar'];

type Who = 'a visitor' | 'a seller' | 'an administrator';
const people: { who: Who; opens: string[]; landing: string }[] = [
  { who: 'a visitor', opens: [], landing: '/login' },
  { who: 'a seller', opens: EVERYONES, landing: '/pdv' },
  { who: 'an administrator', opens: [...EVERYONES, ...ADMINS], landing: '/vendas' },
];

for (const { who, opens, landing } of people) {
  test(`${who} gets their own pages, and else lands on ${landing}`, async ({ page, shop }) => {
    const user = await personOf(shop, who);
    if (user) await shop.signIn(page, user, { at: null });
    for (const path of ['/login', ...EVERYONES, ...ADMINS, ...UNKNOWN]) {
      await page.goto(path);
      const expected = opens.includes(path) ? path : landing;
      await expect(page, path).toHaveURL(({ pathname }) => pathname === expected);
      await expect(page.getByRole('main'), path).toContainText(/\w/);
    }
  });
}

async function personOf(shop: Shop, who: Who) {
  if (who === 'a visitor') return undefined;
  if (who === 'an administrator') return shop.admin;
  return shop.newUser({ name: 'Vera Lúcia', login: 'vera' });
}
