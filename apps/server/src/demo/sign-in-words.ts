import type { Db } from '../database/connection.ts';
import { verifyPassword } from '../features/auth/passwords.ts';
import { passwordHashes } from './demo.repository.ts';
import { administrator, sellers } from './sign-ins.ts';

/** The sample shop's logins for the terminal. A changed password is not shown. */
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
    '',
  ].join('\n');
}
