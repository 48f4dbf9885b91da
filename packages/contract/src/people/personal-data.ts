import { type Static, Type } from 'typebox';
import { Id, Instant, orNull } from '../fields/values.ts';
import { Correction } from '../sales/corrections.ts';
import { Sale } from '../sales/sales.ts';

/** Clients and students as administrators keep them. `number` is the CPF or the matrícula. */
export const NameAndNumber = Type.Object({ id: Id, number: Type.String(), name: Type.String() });

const at = Type.Object({ at: Instant, old_name: Type.String(), new_name: Type.String() });
const Stored = Type.Object({
  ...NameAndNumber.properties,
  class: Type.Optional(Type.String({ description: 'Turma de um aluno' })),
  created_at: Instant,
});
const ParkedOrder = Type.Object({
  id: Id,
  parked_at: Instant,
  seller_id: Id,
  client_cpf: Type.String(),
  client_name: Type.String(),
  student_registration: Type.String(),
  student_name: Type.String(),
  items: Type.Array(
    Type.Object({ product: Id, quantity: Type.Integer(), price_cents: Type.Integer() }),
  ),
});

/** Everything that is stored about one person. */
export const PersonalData = Type.Object({
  exported_at: Instant,
  person: Stored,
  merged: Type.Array(Stored),
  names: Type.Array(at, { description: 'Nomes corrigidos' }),
  sales: Type.Array(
    Type.Object({
      ...Sale.properties,
      deleted_at: orNull(Instant),
      deletion_reason: orNull(Type.String()),
    }),
  ),
  corrections: Type.Array(Correction),
  companions: Type.Array(Stored, {
    description: 'Das vendas: alunos, ou clientes; o número com asteriscos',
  }),
  linked: Type.Array(Stored, { description: 'Ligados por um administrador' }),
  parked_sales: Type.Array(ParkedOrder),
});
export type PersonalData = Static<typeof PersonalData>;
