// npm run lgpd -- export CPF [FILE] | anonymise CPF [--sim]
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { CPF_DIGITS, digitsOf } from '@balcao/domain/cpf.ts';
import { anonymisePerson, exportPerson } from '../features/people/personal-data.service.ts';
import { ownCommand } from '../program/own-command.ts';
import { pathFromCaller, runProgram, say, terminalLog } from '../program/terminal.ts';
import { Refusal } from '../request/refusal.ts';
import { openForOperator } from './open-for-operator.ts';

const USAGE = `Diga o que fazer e com qual cliente:
  ${ownCommand('lgpd', 'export CPF [arquivo.json]')}   todos os dados do cliente, na tela ou no arquivo
  ${ownCommand('lgpd', 'anonymise CPF [--sim]')}       troca nome e CPF por um pseudônimo; vendas e somas ficam`;

const EFFECT = `O nome e o CPF deste cliente serão trocados por um pseudônimo no cadastro e em todas as vendas dele.
Pedidos em espera ficam sem o cliente. As vendas e as somas ficam como estão. Não há como desfazer.
Os backups já feitos continuam com os dados antigos, até serem apagados; papéis impressos também.`;

await runProgram('Nada foi feito', async (config) => {
  const given = process.argv.slice(2);
  const [command, cpfText = '', file] = given.filter((argument) => argument !== '--sim');
  const cpf = digitsOf(cpfText);
  if (command !== 'export' && command !== 'anonymise') throw new Error(USAGE);
  if (cpf.length !== CPF_DIGITS) throw new Error(`Um CPF tem 11 dígitos.\n${USAGE}`);

  if (command === 'anonymise') {
    process.stderr.write(`${EFFECT}\n`);
    if (!given.includes('--sim') && !(await isConfirmed())) throw new Error('Não confirmado.');
  }
  await using shop = await openForOperator(config, terminalLog);
  try {
    const client = { kind: 'client', number: cpf } as const;
    if (command === 'anonymise') {
      const { pseudonym, sales, companions } = await anonymisePerson(shop.db, client);
      say(
        `Feito: agora é “${pseudonym}”, em ${sales} vendas. O CPF está livre para um novo cadastro.`,
      );
      if (companions > 0)
        say(`Os ${companions} alunos ligados a essas vendas continuam com seus nomes.`);
    } else {
      const text = `${JSON.stringify(await exportPerson(shop.db, client), null, 2)}\n`;
      if (!file) return say(text.trimEnd());
      const target = pathFromCaller(file);
      await writeFile(target, text, { mode: 0o600, flag: 'wx' });
      say(`Exportado em ${target}`);
    }
  } catch (error) {
    // The CPF is not repeated: terminals keep what they show.
    const isUnknown = error instanceof Refusal && error.code === 'not_found';
    throw isUnknown ? new Error('Não há cliente com este CPF.') : error;
  }
});

async function isConfirmed(): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new Error('Não há um terminal para perguntar; confirme com --sim.');
  }
  // Standard output may be redirected into a file.
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const typed = await terminal.question('Anonimizar? Digite sim: ');
    return typed.trim().toLowerCase() === 'sim';
  } finally {
    terminal.close();
  }
}
