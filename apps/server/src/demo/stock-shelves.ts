import type { AuditAction } from '@balcao/domain/audit/actions.ts';
import type { Tx } from '../database/connection.ts';
import { recordAudit } from '../features/audit/audit.service.ts';
import { hashPassword } from '../features/auth/passwords.ts';
import { aClient, aPaymentMethod, aProduct, aStudent, aUser } from '../testing/builders.ts';
import { catalogue } from './catalogue/catalogue.ts';
import { readStock } from './demo.repository.ts';
import type { SamplePeople } from './people.ts';
import { sellers } from './sign-ins.ts';
import { methods } from './tender.ts';

/** Creates the rows that sales refer to, each with its audit event, as the administrator's work. */
export async function stockShelves(tx: Tx, people: SamplePeople): Promise<void> {
  const { administrator, methods: known } = await readStock(tx);
  const actor = administrator ?? null;
  const record = (action: AuditAction, subjectId: number, after?: Record<string, unknown>) =>
    recordAudit(tx, actor, action, { subjectId, after });

  for (const { name, login, password } of sellers) {
    const user = await aUser(tx, { name, login, passwordHash: await hashPassword(password) });
    await record('user.created', user.id, { ...user });
  }
  for (const name of methods) {
    if (known.has(name)) continue;
    const method = await aPaymentMethod(tx, { name });
    await record('payment_method.created', method.id, method);
  }
  for (const { code, name, price, active } of catalogue) {
    const { id } = await aProduct(tx, { code, name, price, active });
    await record('product.created', id, { id, code, name, price: price / 100, active });
  }
  // The audit has no name and no number of a person.
  for (const { cpf, name } of people.clients) {
    await record('client.created', (await aClient(tx, { cpf, name })).id);
  }
  for (const { registration, name, class: ofClass } of people.students) {
    const student = await aStudent(tx, { registration, name, class: ofClass });
    await record('student.created', student.id, { class: ofClass });
  }
}
