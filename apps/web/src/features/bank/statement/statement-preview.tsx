import type { AddedStatement } from '@balcao/contract/bank.ts';
import { businessDayOf } from '@balcao/domain/dates/business-day.ts';
import { formatReais, reaisFromCents, sumCents } from '@balcao/domain/money.ts';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../../api/call.ts';
import { counted } from '../../../ui/counts.ts';
import { DialogFoot } from '../../../ui/dialogs/dialog-foot.tsx';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { PeriodFields } from '../../../ui/lists/filter-form.tsx';
import { wordsOf } from '../../../ui/messages/outcome.ts';
import { ColumnChoices } from '../../imports/column-choices.tsx';
import { type Columns, guessColumns, splitHeadings } from '../../imports/match-columns.ts';
import type { Sheet } from '../../imports/sheet/sheet.ts';
import { BANK_KEY } from '../parts/bank.queries.ts';
import { Entries } from './entries.tsx';
import { FIELDS, isWithin, readStatement, sentLines } from './statement-lines.ts';

type Props = {
  file: { name: string; sheet: Sheet };
  onSaving: (isSaving: boolean) => void;
  onOtherFile: () => void;
  onClose: () => void;
};

const UNKNOWN = 'Não se sabe se o extrato foi guardado. Guarde de novo: nada entra duas vezes.';
const MOST_NAMED = 10;

/** What was understood of a statement, which can be put right, and keeps it. */
export function StatementPreview({ file, onSaving, onOtherFile, onClose }: Props) {
  const queries = useQueryClient();
  const { headings, rows } = useMemo(() => splitHeadings(file.sheet.rows, FIELDS), [file.sheet]);
  const [columns, setColumns] = useState<Columns>(() => guessColumns(headings, FIELDS));
  const read = useMemo(
    () => readStatement(rows, columns, file.sheet.period),
    [rows, columns, file.sheet],
  );
  const others = read.credits.filter(({ kind }) => kind === 'other');
  const [othersToo, setOthersToo] = useState<boolean>();
  // A file without any text of its lines is one of Pix alone.
  const takesOthers = othersToo ?? others.length === read.credits.length;
  const [typed, setTyped] = useState<{ startDate?: string; endDate?: string }>({});
  const period = { startDate: read.from, endDate: read.to, ...typed };
  const days = { from: period.startDate, to: period.endDate };
  const lines = sentLines(read.credits, takesOthers);
  const outside = read.credits.filter((line) => !isWithin(line, days)).length;
  const lacking = FIELDS.find(({ field, required }) => required && columns[field] === undefined);
  const saving = useMutation({
    mutationFn: () => call('addStatement', { body: { ...days, lines } }),
    onMutate: () => onSaving(true),
    onSettled: () => onSaving(false),
    onSuccess: () => void queries.invalidateQueries({ queryKey: BANK_KEY }),
    onError: (error) => console.error('The statement could not be added', error),
  });

  if (saving.data) return <Added added={saving.data} onClose={onClose} />;
  return (
    <DialogForm
      submitLabel="Guardar"
      busy={saving.isPending}
      problem={wordsOf(saving.error, {}, UNKNOWN)}
      onCancel={onClose}
      cancelWaits
      onSubmit={() => {
        if (!lacking && outside === 0 && lines.length > 0) saving.mutate();
      }}
    >
      <Group justify="space-between" gap="6px 16px">
        <Text inherit>
          <b>{file.name}</b> · {file.sheet.format}
        </Text>
        <Button
          variant="default"
          size="compact-sm"
          onClick={onOtherFile}
          disabled={saving.isPending}
        >
          Outro arquivo
        </Button>
      </Group>
      <ColumnChoices
        {...{ fields: FIELDS, headings, columns, isSaving: saving.isPending }}
        onChange={setColumns}
      />
      {lacking ? (
        <Text inherit role="alert" c="red">
          Escolha qual coluna do arquivo tem: {lacking.label}.
        </Text>
      ) : (
        <>
          <Group gap="8px 16px" align="end">
            <PeriodFields
              period={period}
              onChange={(part) => setTyped({ ...typed, ...part })}
              labels={['O extrato vai de', 'até']}
              required
            />
          </Group>
          {period.endDate === businessDayOf(new Date()) && (
            <Text inherit c="dimmed">
              Hoje ainda não acabou: o que for vendido depois deste extrato fica como Falta no banco
              até o próximo.
            </Text>
          )}
          {outside > 0 && (
            <Text inherit role="alert" c="red">
              {outside} {outside === 1 ? 'entrada está' : 'entradas estão'} fora destes dias.
            </Text>
          )}
          <Understood read={read} />
          {others.length > 0 && (
            <Checkbox
              label={`Contar como Pix também o que não diz o que é: ${sumText(others)}`}
              checked={takesOthers}
              onChange={(event) => setOthersToo(event.currentTarget.checked)}
            />
          )}
          {read.unreadable.length > 0 && (
            <Text inherit role="alert" c="var(--warning-text)">
              {read.unreadable.length === 1
                ? 'Uma linha do arquivo não foi entendida e fica'
                : `${read.unreadable.length} linhas do arquivo não foram entendidas e ficam`}{' '}
              de fora: nº {read.unreadable.slice(0, MOST_NAMED).join(', ')}
              {read.unreadable.length > MOST_NAMED && '…'}
            </Text>
          )}
          {lines.length === 0 ? (
            <Text inherit role="alert" c="red">
              Não há nenhuma entrada de Pix ou cartão neste arquivo.
            </Text>
          ) : (
            <Entries lines={lines} />
          )}
        </>
      )}
    </DialogForm>
  );
}

type Read = ReturnType<typeof readStatement>;

const sumText = (lines: Read['credits']) =>
  `${lines.length.toLocaleString('pt-BR')} (${formatReais(reaisFromCents(sumCents(lines.map(({ amount }) => amount))))})`;

function Understood({ read: { credits, others } }: { read: Read }) {
  const of = (kind: string) => sumText(credits.filter((line) => line.kind === kind));
  return (
    <Text inherit role="status">
      Entradas de Pix: <b>{of('pix')}</b>. De cartões: <b>{of('card')}</b>. Saídas, saldos e outras
      linhas, que ficam de fora: {others.toLocaleString('pt-BR')}.
    </Text>
  );
}

function Added({
  added: { added, matched },
  onClose,
}: {
  added: AddedStatement;
  onClose: () => void;
}) {
  const lines = counted(added, 'linha nova', 'linhas novas');
  const joined = counted(matched, 'foi ligada', 'foram ligadas');
  return (
    <Stack gap="md">
      <Text inherit role="status" fw={600}>
        {added === 0 ? 'Nenhuma linha nova: já estavam todas aqui.' : `Extrato guardado: ${lines}.`}{' '}
        {matched > 0 && `${joined} a vendas.`}
      </Text>
      <DialogFoot>
        <Button onClick={onClose} autoFocus>
          Fechar
        </Button>
      </DialogFoot>
    </Stack>
  );
}
