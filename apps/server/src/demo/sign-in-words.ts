import type { Db } from '../database/connection.ts';
import { verifyPassword } from '../features/auth/passwords.ts';
import { passwordHashes } from './demo.repository.ts';
import { administrator, sellers } from './sign-ins.ts';

/** Of back-office.ts, in the order of a shop's day. */
const TO_TRY = [
  'PDV, com marlene: pegue o pedido em espera, ou venda a lista de material LISTA5.',
  'Estoque, com admin: a entrada, as perdas e a contagem das camisetas; depois, o que comprar.',
  'Ger. Fechamentos: o caixa contado em que faltou dinheiro, e quem o aceitou.',
  'Conferência: o extrato do banco, com os Pix que faltam e um que a loja não vendeu.',
  'Meses: o mês fechado. Tente excluir em Vendas uma venda dele.',
];

/** The sample shop's logins for the terminal, and what to try. A changed password is not shown. */
export async function signInWords(db: Db, adminLogin: string): Promise<string> {
  const people = [
    { role: 'Administradora', ...administrator, login: adminLogin },
    ...sellers.map((seller) => ({ role: 'Vendedor(a)', ...seller })),
  ];
  const rows = await passwordHashes(
    db,
    people.map(({ login }) => login),
  );
  const hashes = new Map(rows.map(({ login, hash }) => [login, hash]));
  const lines: string[] = [];
  for (const { role, name, login, password } of people) {
    const isRight = await verifyPassword(password, hashes.get(login));
    lines.push(
      `    ${role.padEnd(15)} ${login.padEnd(10)} ${(isRight ? password : '(outra senha)').padEnd(14)} ${name}`,
    );
  }
  return [
    '  Loja de demonstração. Para entrar (senhas conhecidas: só para experimentar):',
    `    ${'Cargo'.padEnd(15)} ${'Login'.padEnd(10)} ${'Senha'.padEnd(14)} Nome`,
    ...lines,
    '  O que experimentar:',
    ...TO_TRY.map((line) => `    - ${line}`),
    '',
  ].join('\n');
}
