import type { PickedProducts } from '@balcao/contract/products/picked-products.ts';
import type { ProductChange } from '@balcao/contract/products/product-changes.ts';
import { formatInstant } from '@balcao/domain/audit/field-formats.ts';
import { Button, Stack, Text } from '@mantine/core';
import type { QueryKey } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { productsIn } from '../../../ui/counts.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { DialogFoot } from '../../../ui/dialogs/dialog-foot.tsx';
import { useFocusBack } from '../../../ui/fields/focus.ts';
import { useFields } from '../../../ui/fields/use-fields.ts';
import { Say } from '../../../ui/messages/say.tsx';
import { Modal } from '../../../ui/modal.tsx';
import { useIncomeName } from '../../institution/income-names.ts';
import { changeWords } from './field-words.ts';
import { PricePreviewTable } from './price-preview.tsx';
import { prices, ruleWords, tally } from './price-words.ts';
import { RecentChanges, UndoneProducts } from './recent-changes.tsx';
import { EMPTY_RULE, RULE_RULES, RuleForm } from './rule-form.tsx';
import { type Preview, usePriceChange } from './use-price-change.ts';

type Props = {
  start: 'change' | 'recent';
  count: number;
  products: PickedProducts;
  productsKey: QueryKey;
  onClose: () => void;
  onChanged: () => void;
};

/** A rule, the prices that it makes, and then what has been changed; or the changes of late. */
export function PriceDialog(props: Props) {
  const { start, count, products, onClose, onChanged } = props;
  // The list is unpicked after the change, and this still says how many they were.
  const [picked] = useState({ count, products });
  const fields = useFields(EMPTY_RULE, RULE_RULES);
  const changing = usePriceChange(props.productsKey);
  const { preview, change, undo, unanswered, problem } = changing;
  const nameOf = useIncomeName();
  const [undoing, setUndoing] = useState<ProductChange>();
  useFocusBack();
  const seen = unanswered ?? preview.data;
  const changed = change.answer;
  const isBusy = change.isSending || undo.isPending;
  const step = start === 'recent' ? 'recent' : changed ? 'done' : seen ? 'seen' : 'rule';
  const body = useRef<HTMLDivElement>(null);
  const lastStep = useRef(step);
  useEffect(() => {
    // The pressed button is gone, or was disabled while it waited.
    if (problem || step !== lastStep.current) body.current?.focus();
    lastStep.current = step;
  }, [step, problem]);

  return (
    <Modal
      opened
      onClose={() => !isBusy && onClose()}
      title={
        start === 'recent'
          ? 'Alterações recentes'
          : `Alterar preços · ${productsIn(unanswered?.products.length ?? picked.count)}`
      }
      size="lg"
      closeOnClickOutside={false}
    >
      <Stack ref={body} tabIndex={-1} gap="md" style={{ outline: 'none' }}>
        {problem && (
          <Say rank="refusal" place="field">
            {problem}
          </Say>
        )}
        {step === 'recent' && <RecentChanges changing={changing} onUndo={setUndoing} />}
        {step === 'rule' && (
          <RuleForm
            fields={fields}
            isLoading={preview.isPending}
            onRule={(rule) => preview.mutate({ products: picked.products, rule })}
            onClose={onClose}
          />
        )}
        {step === 'seen' && seen && (
          <Seen
            preview={seen}
            picked={unanswered ? seen.products.length : picked.count}
            isChanging={change.isSending}
            isUnanswered={unanswered !== undefined}
            onBack={() => {
              change.reset();
              preview.reset();
            }}
            onChange={(seen) => change.send(seen, { onSuccess: onChanged })}
          />
        )}
        {changed && (
          <>
            {undo.data ? (
              <UndoneProducts change={changed} undone={undo.data} />
            ) : (
              <Text inherit role="status">
                <b>
                  {prices(changed.products)} {changed.products === 1 ? 'alterado' : 'alterados'}.
                </b>{' '}
                Até amanhã a esta hora é possível desfazer, também em “Alterações recentes”.
              </Text>
            )}
            <DialogFoot>
              {!undo.data && (
                <Button
                  variant="default"
                  loading={undo.isPending}
                  onClick={() => undo.mutate(changed.id)}
                >
                  Desfazer
                </Button>
              )}
              <Button onClick={onClose}>Pronto</Button>
            </DialogFoot>
          </>
        )}
      </Stack>
      <ConfirmDialog
        opened={undoing !== undefined}
        confirmLabel="Desfazer"
        onConfirm={() => undoing && undo.mutate(undoing.id)}
        onClose={() => setUndoing(undefined)}
      >
        {undoing && (
          <>
            <Text>
              Desfazer a alteração de{' '}
              {undoing.rule ? prices(undoing.products) : productsIn(undoing.products)}?
            </Text>
            <Text fw={600}>
              {changeWords(undoing, nameOf)} · {formatInstant(undoing.at)} · {undoing.by}
            </Text>
          </>
        )}
      </ConfirmDialog>
    </Modal>
  );
}

type SeenProps = {
  preview: Preview;
  picked: number;
  isChanging: boolean;
  /** It may have been made: another preview would count from prices that are new already. */
  isUnanswered: boolean;
  onBack: () => void;
  onChange: (preview: Preview) => void;
};

function Seen({ preview, picked, isChanging, isUnanswered, onBack, onChange }: SeenProps) {
  const { rises, falls } = tally(preview.products);
  const changed = rises + falls;
  return (
    <>
      <Text inherit fw={600}>
        {ruleWords(preview.wanted.rule)}
      </Text>
      <PricePreviewTable
        planned={preview.products}
        missing={Math.max(0, picked - preview.products.length)}
      />
      <DialogFoot>
        <Button variant="default" disabled={isChanging || isUnanswered} onClick={onBack}>
          Voltar
        </Button>
        <Button disabled={changed === 0} loading={isChanging} onClick={() => onChange(preview)}>
          {changed === 0 ? 'Nada muda' : `Alterar ${prices(changed)}`}
        </Button>
      </DialogFoot>
    </>
  );
}
