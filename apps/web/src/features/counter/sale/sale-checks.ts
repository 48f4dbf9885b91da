import { MAX_CENTS } from '@balcao/domain/money.ts';
import { LOOKUP_DIGITS } from './person.ts';
import { draftTotals, type SaleDraft } from './sale-draft.ts';

/** What stands in the way, and the field where it is put right. */
export type Obstacle = {
  readonly message: string;
  readonly field: 'cpf' | 'client-name' | 'student-name' | 'code' | 'method' | 'amount';
};

/** Checks of FECHAR PEDIDO, in their order; undefined when the order may be closed. */
export function orderObstacle(draft: SaleDraft): Obstacle | undefined {
  if (draft.client.digits.length < LOOKUP_DIGITS) {
    return { message: 'Você precisa incluir o cliente!', field: 'cpf' };
  }
  if (draft.client.name.trim() === '') {
    return { message: 'Você precisa incluir o cliente!', field: 'client-name' };
  }
  if (draft.items.length === 0) {
    return {
      message: 'O registro de venda precisa incluir pelo menos 1 produto.',
      field: 'code',
    };
  }
  return undefined;
}

/** Where a new student gets the name that nobody can add later. */
export const STUDENT_UNNAMED: Obstacle = {
  message: 'Escreva o nome do aluno, ou apague a matrícula.',
  field: 'student-name',
};

/** Checks of FINALIZAR VENDA, in their order; undefined when the sale may be sent. */
export function paymentObstacle(draft: SaleDraft): Obstacle | undefined {
  if (draft.payments.every((row) => row.method === null)) {
    return {
      message: 'Verifique se o meio de pagamento possui uma descrição selecionada.',
      field: 'method',
    };
  }
  if (draft.payments.every((row) => row.amount === null)) {
    return {
      message: 'O registro de venda precisa incluir pelo menos 1 meio de pagamento.',
      field: 'amount',
    };
  }
  const totals = draftTotals(draft);
  if (totals.paid < totals.totalGeneral) {
    return {
      message:
        'O valor pago não é suficiente para finalizar a venda. Verifique o valor pago e tente novamente.',
      field: 'amount',
    };
  }
  if (totals.paid > MAX_CENTS) {
    return { message: 'O valor pago passa de R$ 9.999.999,99.', field: 'amount' };
  }
  return undefined;
}
