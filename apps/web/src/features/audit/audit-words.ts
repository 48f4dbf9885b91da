import type { AuditEntry } from '@balcao/contract/audit.ts';

/** Returns the name of the actor. Nobody was signed in if the entry has none. */
export function actorOf({ actor_name, action }: AuditEntry): string {
  if (actor_name !== null) return actor_name;
  if (action === 'session.refused') return 'Desconhecido';
  return /^client\.(exported|anonymised)$/.test(action) ? 'Operador do servidor' : 'Sistema';
}

/** Returns the subject of an entry; '' if it is the actor. */
export function subjectOf(entry: AuditEntry): string {
  const { action, subject_id, person, actor_id } = entry;
  const fields = entry.after ?? entry.before ?? {};
  const [noun] = action.split('.');
  switch (noun) {
    case 'sale':
      return `Venda nº ${subject_id}${person && fields.seller_id !== actor_id ? `, de ${person}` : ''}`;
    case 'box':
      return `Caixa de ${person ?? 'vendedor desconhecido'}`;
    case 'product':
    case 'payment_method':
      return String(entry.before?.name ?? fields.name ?? `nº ${subject_id}`);
    case 'user':
      return String(entry.before?.name ?? fields.name ?? person ?? `nº ${subject_id}`);
    case 'client':
      return `Cliente nº ${subject_id}`;
    case 'student':
      return `Aluno nº ${subject_id}`;
    default:
      return subject_id === actor_id ? '' : (person ?? '');
  }
}
