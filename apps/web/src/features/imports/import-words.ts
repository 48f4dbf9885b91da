import type { Imported } from '@balcao/contract/imports.ts';
import { mayHaveActed, refusalCode } from '../../api/errors.ts';
import { counted } from '../../ui/counts.ts';

const NOUNS = {
  product: ['produto novo', 'produtos novos', 'produto alterado', 'produtos alterados'],
  student: ['aluno novo', 'alunos novos', 'aluno alterado', 'alunos alterados'],
  client: [
    'responsável novo',
    'responsáveis novos',
    'responsável alterado',
    'responsáveis alterados',
  ],
  list: ['lista nova', 'listas novas', 'lista alterada', 'listas alteradas'],
  link: ['ligação nova', 'ligações novas', '', ''],
  delivery: ['linha de entrada', 'linhas de entrada', '', ''],
} as const;

/** '298 produtos novos, 2 produtos alterados'; '' if nothing changes. */
export function totalsText(totals: Imported['totals']): string {
  return totals
    .flatMap(({ what, created, edited }) => {
      const [oneNew, manyNew, oneEdited, manyEdited] = NOUNS[what];
      return [
        created > 0 && counted(created, oneNew, manyNew),
        edited > 0 && counted(edited, oneEdited, manyEdited),
      ];
    })
    .filter(Boolean)
    .join(', ');
}

/** Of a file that adds, whose answer was lost. */
export const LOST = 'O servidor não respondeu. Importe de novo: nada entra duas vezes.';

/** Why nothing was imported, or what is not known. */
export function failureText(error: unknown): string {
  if (refusalCode(error) === 'import_changed') {
    return 'Algo mudou depois da conferência, e por isso nada foi importado. Abaixo está a conferência de agora.';
  }
  return mayHaveActed(error)
    ? 'Não se sabe se a importação terminou. Abaixo está a conferência de agora: o que já entrou aparece como igual.'
    : 'Não foi possível importar. Nada foi gravado.';
}
