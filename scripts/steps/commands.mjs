/**
 * The commands of a shop, as `./balcao NAME`; npm runs them too. `program` is a program of the server, below
 * apps/server/src.
 * @type {Readonly<Record<string, { program?: string, takes?: string, what: string }>>}
 */
export const COMMANDS = {
  start: { what: 'abre a loja (o mesmo que sem comando)' },
  demo: { what: 'abre uma loja de exemplo' },
  backup: { program: 'operator/backup-program.ts', what: 'faz um backup e o confere' },
  restore: { program: 'operator/restore-program.ts', takes: 'ARQUIVO', what: 'restaura um backup' },
  user: { program: 'operator/user-program.ts', takes: '…', what: 'usuários e senhas' },
  doctor: {
    program: 'operator/doctor-program.ts',
    takes: '[--report]',
    what: 'examina a loja e diz o que fazer',
  },
  'audit:verify': {
    program: 'operator/audit-verify-program.ts',
    takes: '[ARQ]',
    what: 'confere a auditoria, e um arquivo de mês',
  },
};
