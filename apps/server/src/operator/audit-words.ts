import type { AuditFindings, AuditTrouble } from '../features/audit/verify-audit.ts';

const WORDS: Record<AuditTrouble['what'], (row: string) => string> = {
  changed: (row) => `a ${row} (ou o selo dela) foi alterada`,
  missing: (row) => `falta a ${row}: foi selada e não está mais na tabela`,
  inserted: (row) => `a ${row} foi inserida depois, entre linhas já seladas`,
  'seal-missing': (row) => `falta o selo da ${row}`,
  'both-missing': (row) => `faltam linhas, com os selos delas, antes da ${row}`,
  cut: (row) => `o fim da auditoria foi cortado ou refeito, a partir da ${row}`,
};

function describeTrouble({ what, eventId }: AuditTrouble): string {
  return WORDS[what](`linha ${eventId}`);
}

/** What was found, a line each. */
export function describeFindings(
  { sealed, unsealed, otherKey, troubles }: AuditFindings,
  endIsKnown: boolean,
): string[] {
  const [first, ...others] = troubles;
  const lines = [
    `Linhas seladas: ${number(sealed)}. Ainda sem selo: ${number(unsealed)}${
      unsealed > 0 ? ' (são seladas em segundos enquanto a loja está aberta).' : '.'
    }`,
  ];
  if (!endIsKnown && sealed > 0) {
    lines.push(
      'FALTA audit.head nesta pasta: alguém o removeu, ou (com DATABASE_URL) a loja nunca foi aberta com ela. Um corte no fim da auditoria não seria notado.',
    );
  }
  if (otherKey) {
    lines.push('Há selos de outra chave: confira se AUDIT_KEY ou audit.key são os desta loja.');
  }
  if (!first) return [...lines, 'Nenhuma linha selada foi tocada.'];
  lines.push(`VIOLADA: ${describeTrouble(first)}.`);
  if (others.length > 0) lines.push(`Depois dela, outras ${number(others.length)}:`);
  lines.push(...others.slice(0, SHOWN).map((trouble) => `  ${describeTrouble(trouble)}`));
  if (others.length > SHOWN) lines.push(`  … e mais ${number(others.length - SHOWN)}.`);
  return lines;
}

const SHOWN = 20;
const number = (value: number) => value.toLocaleString('pt-BR');
