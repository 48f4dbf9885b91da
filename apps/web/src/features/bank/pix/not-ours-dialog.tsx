import type { BankLine } from '@balcao/contract/bank.ts';
import { MAX_LENGTH } from '@balcao/contract/fields/text-lengths.ts';
import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { useChange } from '../../../ui/messages/use-change.ts';
import { Modal } from '../../../ui/modal.tsx';
import { BANK_KEY, setNotOurs } from '../parts/bank.queries.ts';
import { lineWords } from './pix-words.ts';

const words = { done: 'Linha posta de lado.', failed: 'Não foi possível pôr de lado.' };

/** Asks what a line is that is not the shop's. */
export function NotOursDialog({ line, onClose }: { line: BankLine; onClose: () => void }) {
  const [word, setWord] = useState('');
  const change = useChange({ reloads: BANK_KEY });
  return (
    <Modal opened onClose={() => !change.isPending && onClose()} title="Não é da loja">
      <DialogForm
        submitLabel="Guardar"
        busy={change.isPending}
        problem={change.outcome?.tone === 'error' && (change.reason ?? change.outcome.message)}
        fault={change.fault?.name}
        onCancel={onClose}
        cancelWaits
        onSubmit={(form) =>
          void change.run(() => setNotOurs(line.id, word), words, { form, onDone: onClose })
        }
      >
        <Text inherit>
          No extrato: <b>{lineWords(line)}</b>
        </Text>
        <TextInput
          label="O que é"
          name="word"
          description="Conta à parte, sai de Em aberto do mês, e pode ser desfeito."
          placeholder="Aluguel da quadra"
          data-autofocus
          required
          withAsterisk={false}
          pattern=".*\S.*"
          autoComplete="off"
          maxLength={MAX_LENGTH.bankWord}
          value={word}
          onChange={(event) => setWord(event.currentTarget.value)}
        />
      </DialogForm>
    </Modal>
  );
}
