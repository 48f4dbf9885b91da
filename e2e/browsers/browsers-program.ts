/*
 * Debian packages firefox-esr and WebKitGTK's MiniBrowser; Playwright's own are downloads of 100 MB from a host that a
 * school's network may not reach. Firefox speaks WebDriver BiDi, WebKitGTK only classic WebDriver. selenium-webdriver
 * needs geckodriver, which Debian 12 does not package, and puppeteer-core has no WebKit. The tasks need little of a
 * browser, so a client of our own is less code than the set-up of two libraries. An element is visible if
 * elementFromPoint at its middle returns it. WebKitGTK has Safari's engine, but not its fonts, dialogs or pop-up rules.
 */

/**
 * npm run browsers: the main tasks in Firefox and WebKit, by keyboard and mouse, against a shop of its own.
 * It also checks the defects that these browsers once had. Without --all, one that is not installed is left out.
 */
import { strict as assert } from 'node:assert';
import { createServer } from 'node:net';
import { type ApiUser, signInToApi } from '../api.ts';
import { stock } from '../counter-screen.ts';
import { ADMIN, makeDataDir, removeDataDir, startServer } from '../shop-server.ts';
import { brazilian, dayOf } from '../till.ts';
import { type Browser, person, until } from './browser.ts';
import { FIREFOX_PACKAGES, openFirefox } from './firefox.ts';
import { openWebKit, WEBKIT_PACKAGES } from './webkit.ts';

const BROWSERS = [
  { family: 'Firefox', packages: FIREFOX_PACKAGES, open: openFirefox },
  { family: 'WebKit', packages: WEBKIT_PACKAGES, open: async () => openWebKit(await freePort()) },
];
const SALE_MADE = 'Venda realizada com sucesso! Imprimindo recibo...';

type Seller = { login: string; password: string; name: string };

for (const { family, packages, open } of BROWSERS) {
  const browser = await open();
  if (!browser) {
    console.log(`– ${family}: não instalado (sudo apt install ${packages})`);
    if (process.argv.includes('--all')) process.exitCode = 1;
    continue;
  }
  const dataDir = await makeDataDir();
  const server = await startServer(dataDir);
  try {
    const admin = await signInToApi(server.origin, ADMIN);
    await stock({ admin });
    const seller = await newSeller(server.origin, admin);
    console.log(browser.name);
    await playTheDay(browser, server.origin, seller);
  } catch (error) {
    process.exitCode = 1;
    console.error(`✗ ${browser.name}:`, error);
  } finally {
    await browser.quit();
    await server.stop();
    await removeDataDir(dataDir);
  }
}

async function newSeller(origin: string, admin: ApiUser): Promise<Seller> {
  const body = { name: 'Vera Lúcia', email: 'vera', active: true, admin: false };
  const { temporary_password } = await admin.call('createUser', { body });
  const seller = await signInToApi(origin, { login: 'vera', password: temporary_password });
  const password = 'senha-da-pessoa';
  await seller.call('changePassword', {
    body: {
      old_password: temporary_password,
      new_password: password,
      confirm_new_password: password,
    },
  });
  return { ...seller, password };
}

async function playTheDay(browser: Browser, origin: string, seller: Seller) {
  const { press, type, click, see, inSight, read, focus, followPaper } = person(browser);
  /** A failed check does not stop the rest. */
  const did = (what: string, isRight = true) => {
    console.log(`  ${isRight ? '✓' : '✗'} ${what}`);
    if (!isRight) process.exitCode = 1;
  };
  const today = dayOf(new Date());
  const [counter = ''] = await browser.tabs();

  async function signIn({ login, password }: { login: string; password: string }) {
    await browser.open(`${origin}/login`);
    await type('Login', login, 'Tab');
    await type('Senha', password, 'Enter');
  }

  /** Reads the paper that an action opens, and goes back to the counter. */
  async function paper(what: string, link: string, words: string[], act: () => Promise<void>) {
    const before = await browser.tabs();
    await act();
    const { wasBlocked, wasInSight } = await followPaper(link, before);
    for (const text of words) await see(text);
    await browser.turnTo(counter);
    const place = wasInSight ? 'in sight' : 'out of sight';
    did(`${what}: ${wasBlocked ? `blocked, its link ${place}` : 'in its tab'}`, wasInSight);
  }

  await browser.resize(1366, 768);
  await signIn(seller);
  await type('CPF', '52998224725', 'Enter');
  await type('Nome', 'Maria das Dores Souza', 'Enter');
  await type('Matrícula', '20260042', 'Enter');
  await type('Nome', 'João Souza', 'Enter');
  for (const code of ['101', '102', '103']) {
    await type('Cód', code, 'Enter');
    await until(`the line of ${code}`, () => read('row', code));
  }
  did('signs in, a new client and student, three codes');

  // In WebKit a moved line was once blank and without function.
  await focus('button', 'Mover Lápis HB nº 2');
  await press(' ');
  await see('posição 2 de 3.');
  await press('ArrowDown');
  await see('Lápis HB nº 2: posição 3 de 3.');
  await press(' ');
  for (const name of ['Lápis HB nº 2', 'Caderno universitário', 'Camiseta da escola']) {
    await inSight('row', name);
    await inSight('button', `Editar ${name}`);
  }
  await click('button', 'Remover Lápis HB nº 2');
  await until('the line to go', async () => !(await read('row', 'Lápis')));
  did('moves a line by keyboard; all lines are painted, and the moved one can be removed');

  await click('button', 'FECHAR PEDIDO');
  await type('Forma de recebimento 1', 'pix', 'Enter');
  await type('Valor recebido 1', '3090', 'Enter');
  await type('Forma de recebimento 2', 'din', 'Enter');
  await type('Valor recebido 2', '5000', 'Enter');
  await until('the change', async () => (await read('field', 'TROCO')) === 'R$ 20,00');
  const total = await inSight('field', 'TOTAL GERAL');
  const change = await inSight('field', 'TROCO');
  assert.equal(total.text, 'R$ 60,90');
  did('two ways of paying');
  did(
    'TOTAL GERAL whole beside its label, TROCO whole under it',
    total.isWhole && total.isBesideItsLabel && change.isWhole && change.isUnderItsLabel,
  );

  const items = 'Caderno universitário: x1, Camiseta da escola: x1';
  await paper(
    'the receipt',
    'Abrir recibo',
    [items, 'estando assim quitado.', 'Troco'],
    async () => {
      await click('button', 'FINALIZAR VENDA');
      await see(SALE_MADE);
    },
  );

  await browser.resize(390, 844);
  // The click on the link has moved the focus.
  await focus('field', 'CPF');
  await type('CPF', '52998224725', 'Enter');
  await until('the client', async () => (await read('field', 'Nome')) === 'Maria das Dores Souza');
  await focus('field', 'Cód');
  await type('Cód', '103', 'Enter');
  await until('the line', () => read('row', '103'));
  await click('button', 'FECHAR PEDIDO');
  await type('Forma de recebimento 1', 'pix', 'Enter');
  await type('Valor recebido 1', '4200', 'Enter');
  await paper(
    "the receipt on a phone's width",
    'Abrir recibo',
    ['Camiseta da escola: x1'],
    async () => {
      await click('button', 'FINALIZAR VENDA');
      await see(SALE_MADE);
    },
  );

  await browser.resize(1366, 768);
  await paper(
    'the slip of FECHAR CAIXA',
    'Abrir em uma nova janela',
    ['FECHAMENTO', 'R$ 102,90', seller.name],
    async () => {
      await click('button', 'Menu do usuário');
      await click('menuitem', 'FECHAR CAIXA');
    },
  );

  await browser.run(() => localStorage.clear());
  await signIn(ADMIN);
  await see('VENDAS');
  await browser.open(`${origin}/gerenciarFechamentos`);
  await until('the closing', async () => (await read('row', seller.name))?.includes('R$ 102,90'));
  did('/gerenciarFechamentos has the closing');
  for (const [at, text] of [
    ['/produtos', 'Camiseta da escola'],
    ['/usuarios', seller.name],
    ['/categorias', 'Dinheiro'],
    ['/auditoria', seller.name],
  ] as const) {
    await browser.open(origin + at);
    await see(text);
  }
  did('the lists of products, users, payment methods and the audit');

  await browser.open(`${origin}/vendas?startDate=${today}&endDate=${today}`);
  await until('the sale', () => read('row', 'R$ 60,90'));
  await click('button', 'Gerar relatorio');
  await see('Todos os vendedores');
  await see('Total Geral R$ 102,90');
  await until('Mês/Ano', () => read('row', brazilian(today).slice(3)));
  did('the period report, its Mês/Ano and its sum');
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}
