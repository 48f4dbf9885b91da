/**
 * The commands of a shop, as `./balcao NAME`: each a script of the folder above, which npm runs as well.
 * @type {Readonly<Record<string, { script: string, args?: string[], takes?: string, what: string }>>}
 */
export const COMMANDS = {
  start: { script: 'start.mjs', what: 'abre a loja (o mesmo que sem comando)' },
  demo: { script: 'start.mjs', args: ['--demo'], what: 'abre uma loja de exemplo' },
  backup: { script: 'backup.mjs', what: 'faz um backup e o confere' },
  restore: { script: 'restore.mjs', takes: 'ARQUIVO', what: 'restaura um backup' },
  move: {
    script: 'move.mjs',
    takes: 'out|back',
    what: 'muda a loja para outro PostgreSQL, e de volta',
  },
  user: { script: 'user.mjs', takes: '…', what: 'usuários e senhas' },
  doctor: { script: 'doctor.mjs', what: 'examina a loja e diz o que fazer' },
  'audit-verify': { script: 'audit-verify.mjs', what: 'confere a auditoria' },
  lgpd: { script: 'lgpd.mjs', takes: '…', what: 'dados de um cliente, pela LGPD' },
};
