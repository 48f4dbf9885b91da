import type { Correction, SaleToCorrect } from '@balcao/contract/sales/corrections.ts';
import { CPF_DIGITS } from '@balcao/domain/cpf.ts';
import { Loader, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { failureWords, refusalCode } from '../../api/errors.ts';
import { useSession } from '../../api/session.ts';
import { FieldsForm } from '../../ui/dialogs/form-dialog.tsx';
import { CpfField } from '../../ui/fields/cpf-field.tsx';
import { firstIn, takeFocus } from '../../ui/fields/focus.ts';
import { useFields } from '../../ui/fields/use-fields.ts';
import { LoadNotice } from '../../ui/messages/load-notice.tsx';
import { Say } from '../../ui/messages/say.tsx';
import { SaleAudit } from '../audit/sale-audit.tsx';
import { allPaymentMethodsQuery } from '../payment-methods/payment-methods.queries.ts';
import { useCorrectionPaper } from './correction-list.tsx';
import { PaymentsForm } from './forms/payments-form.tsx';
import { ReturnForm } from './forms/return-form.tsx';
import { saleToCorrectQuery } from './record/corrections.queries.ts';
import type { StartedExchange } from './record/started-exchange.ts';
import { useRecord } from './record/use-record.tsx';
import type { Known } from './sale-content.tsx';
import { ACTIONS, SaleView, type View } from './sale-view.tsx';
import { useReceiptReprint } from './use-receipt-reprint.ts';

export type CorrectionProps = {
  sale: number;
  onClose: () => void;
  /** Something is being sent or asked: the dialog stays open. */
  onLock: (locked: boolean) => void;
  /** What is being done to the sale; undefined while it is shown. */
  onAction: (words: string | undefined) => void;
  onRecorded?: ((made: Correction) => void) | undefined;
  /** The sale in the list that it was opened from, which has the numbers of its people. */
  known?: Known | undefined;
  /** At the counter most open it to take something back; elsewhere for the receipt. */
  returnFirst?: boolean;
  /** The return of an exchange was chosen. */
  onExchange: (exchange: StartedExchange) => void;
};

export function CorrectionPanel(props: CorrectionProps) {
  const { sale: id, onClose, onLock, onAction, onRecorded, onExchange, known, returnFirst } = props;
  const query = useQuery(saleToCorrectQuery(id));
  const methods = useQuery(allPaymentMethodsQuery);
  const [view, setView] = useState<View>('sale');
  const [made, setMade] = useState<Correction>();
  const paper = useCorrectionPaper();
  const receipt = useReceiptReprint();
  const user = useSession()?.user;

  const recording = useRecord(id, query.data, {
    onRecorded: (correction) => {
      setMade(correction);
      setView('sale');
      paper.print(correction);
      void query.refetch();
      onRecorded?.(correction);
    },
    onRefused: () => void query.refetch(),
  });
  const { isSending, isAsking, reset } = recording;
  useEffect(() => onLock(isSending || isAsking), [onLock, isSending, isAsking]);

  const queries = useQueryClient();
  const opened = (sale: SaleToCorrect) =>
    queries.setQueryData(saleToCorrectQuery(id).queryKey, sale);

  const show = (next: View) => {
    reset();
    setMade(undefined);
    setView(next);
  };

  const sale = query.data;
  const names = methods.data?.results.map(({ name }) => name);
  // What may be recorded already has to be settled first.
  const shown = recording.unanswered ? 'sale' : view;
  useEffect(() => onAction(shown === 'sale' ? undefined : ACTIONS[shown]), [onAction, shown]);
  const ready = sale !== undefined && names !== undefined;
  const panel = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each view begins at its top and its first control
  useEffect(() => {
    panel.current?.closest('[role="dialog"]')?.scrollTo(0, 0);
    firstIn(panel.current, '[data-autofocus]')?.focus({ preventScroll: true });
  }, [shown, ready, made]);
  if (!sale || !names) {
    const failed = sale ? methods : query;
    if (failed.isPending)
      return <Loader aria-label="Carregando" display="block" mx="auto" my="xl" />;
    if (refusalCode(failed.error) === 'not_found') {
      if (user?.admin) return <Say rank="refusal">Não há venda com este número.</Say>;
      return <OpenSaleForm sale={id} onOpened={opened} onClose={onClose} />;
    }
    return <LoadNotice query={failed} failed="Não foi possível carregar a venda." />;
  }
  const form = { sale, methods: names, recording, onBack: () => show('sale') };
  return (
    <div ref={panel}>
      {shown === 'sale' && (
        <SaleView
          sale={sale}
          made={made}
          paper={paper}
          recording={recording}
          known={known}
          receipt={receipt}
          returnFirst={returnFirst}
          onShow={show}
          onClose={onClose}
        />
      )}
      {shown === 'refund' && <ReturnForm {...form} />}
      {shown === 'exchange' && <ReturnForm {...form} onExchange={onExchange} />}
      {shown === 'payments' && <PaymentsForm {...form} />}
      {shown === 'sale' && user?.admin && <SaleAudit key={made?.id} sale={id} />}
      {recording.approvalDialog}
      {paper.dialogs}
      {receipt.dialogs}
    </div>
  );
}

type Props = { sale: number; onOpened: (sale: SaleToCorrect) => void; onClose: () => void };

/** A sale that is not the seller's own: its client is there, and says their CPF. */
function OpenSaleForm({ sale, onOpened, onClose }: Props) {
  const opening = useMutation({
    mutationFn: (cpf: string) => call('openSale', { params: { id: sale }, body: { cpf } }),
    // No CPF stays in memory.
    gcTime: 0,
    onSuccess: onOpened,
    meta: { failure: 'The sale was not opened' },
  });
  const fields = useFields(
    { cpf: '' },
    { cpf: (cpf) => cpf.length !== CPF_DIGITS && 'Digite o CPF inteiro.' },
  );
  return (
    <FieldsForm
      fields={fields}
      sending={{
        send: opening.mutate,
        isSending: opening.isPending,
        problem: fields.errors.cpf ?? failureWords(opening.error, REFUSED, NOT_OPENED),
      }}
      bodyOf={({ cpf }) => cpf}
      submitLabel="Abrir a venda"
      fault={opening.isError ? 'cpf' : undefined}
      onCancel={onClose}
      cancelLabel="Fechar"
    >
      <Text>
        Nenhuma venda sua tem este número. Se a venda é de outra pessoa, ela abre com o CPF do
        cliente, e isso fica registrado.
      </Text>
      <CpfField
        ref={takeFocus}
        name="cpf"
        label="CPF do cliente"
        maw="16rem"
        value={fields.values.cpf}
        onChange={(cpf) => fields.change({ cpf })}
      />
    </FieldsForm>
  );
}

const NOT_OPENED = 'A venda não pôde ser aberta. Tente de novo.';
const REFUSED = { not_found: 'Não há venda com este número e este CPF.' };
