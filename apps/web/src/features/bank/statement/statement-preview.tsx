import type { AddedStatement, bankEndpoints } from '@balcao/contract/bank.ts';
import type { BodyOf } from '@balcao/contract/endpoint-types.ts';
import { formatReais, reaisFromCents, sumCents } from '@balcao/domain/money.ts';
import { Button, Checkbox, Group, Radio, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { call } from '../../../api/call.ts';
import { failureWords } from '../../../api/errors.ts';
import { today } from '../../../storage/server-clock.ts';
import { counted, whole } from '../../../ui/counts.ts';
import { DialogFoot } from '../../../ui/dialogs/dialog-foot.tsx';
import { DialogForm } from '../../../ui/dialogs/dialog-form.tsx';
import { PeriodFields } from '../../../ui/lists/filter-form.tsx';
import { LoadNotice } from '../../../ui/messages/load-notice.tsx';
import { Say } from '../../../ui/messages/say.tsx';
import { ColumnChoices } from '../../imports/column-choices.tsx';
import { FileHead } from '../../imports/file-head.tsx';
import { type Columns, splitHeadings } from '../../imports/match-columns.ts';
import type { ChosenFile } from '../../imports/sheet/read-file.ts';
import { BANK_KEY, statementsQuery } from '../parts/bank.queries.ts';
import { AccountField, accountOf } from './account-field.tsx';
import { type Decisions, Doubts } from './doubts.tsx';
import { Entries } from './entries.tsx';
import {
  FIELDS,
  guessStatementColumns,
  isUnsure,
  isWithin,
  readStatement,
  sentLines,
} from './statement-lines.ts';

type Props = {
  chosen: ChosenFile;
  onSaving: (isSaving: boolean) => void;
  onFile: (chosen: ChosenFile | undefined) => void;
  onClose: () => void;
};

const UNKNOWN = 'Não se sabe se o extrato foi guardado. Guarde de novo: nada entra duas vezes.';
const UNDECIDED =
  'Nada foi guardado ainda: diga de cada linha se é o mesmo pagamento ou outro, e guarde de novo.';
const MOST_NAMED = 10;

/** What was understood of a statement, which can be put right, and keeps it. */
export function StatementPreview({ chosen, onSaving, onFile, onClose }: Props) {
  const { sheet } = chosen;
  const { headings, rows } = useMemo(() => splitHeadings(sheet.rows, FIELDS), [sheet]);
  const [columns, setColumns] = useState<Columns>(() => guessStatementColumns(headings, rows));
  const read = useMemo(
    () => readStatement(rows, columns, headings, sheet.statement),
    [rows, columns, headings, sheet],
  );
  const unsure = read.credits.filter(isUnsure);
  const [unsureCame, setUnsureCame] = useState<boolean>();
  const credits = unsureCame ? read.credits : read.credits.filter((line) => !isUnsure(line));
  const others = credits.filter(({ kind }) => kind === 'other');
  const [othersToo, setOthersToo] = useState<boolean>();
  // A file without any text of its lines is one of Pix alone.
  const takesOthers = othersToo ?? others.length === credits.length;
  const [typed, setTyped] = useState<{ startDate?: string; endDate?: string }>({});
  const period = { startDate: read.from, endDate: read.to, ...typed };
  const days = { from: period.startDate, to: period.endDate };
  const lines = sentLines(credits, takesOthers);
  const outside = credits.filter((line) => !isWithin(line, days)).length;
  const lacking = FIELDS.find(({ field, required }) => required && columns[field] === undefined);
  const inFile = sheet.statement?.account ?? '';
  const before = useQuery(statementsQuery);
  const statements = before.data;
  const [named, setNamed] = useState<{ account: string | undefined }>();
  const account = named ? named.account : statements && accountOf(inFile, statements);
  const [decisions, setDecisions] = useState<Decisions>(new Map());
  const saving = useMutation({
    mutationFn: (body: BodyOf<typeof bankEndpoints.addStatement>) => call('addStatement', { body }),
    onMutate: () => onSaving(true),
    onSettled: () => onSaving(false),
    meta: { failure: 'The statement could not be added', reloads: [BANK_KEY] },
  });
  // What was asked is of the lines as they were sent.
  const inDoubt = saving.data?.in_doubt ?? [];
  const reset = () => {
    saving.reset();
    setDecisions(new Map());
  };
  const isDecided = unsure.length === 0 || unsureCame !== undefined;
  const isReady = !lacking && outside === 0 && lines.length > 0 && isDecided;

  if (saving.data && inDoubt.length === 0) return <Added added={saving.data} onClose={onClose} />;
  return (
    <DialogForm
      submitLabel="Guardar"
      busy={saving.isPending || before.isLoading}
      problem={inDoubt.length > 0 ? UNDECIDED : failureWords(saving.error, {}, UNKNOWN)}
      onCancel={onClose}
      cancelWaits={saving.isPending}
      onSubmit={() => {
        // Without them the account is unknown.
        if (!statements) void before.refetch();
        if (!isReady || account === undefined) return;
        saving.mutate({
          ...{ ...days, lines, account: account.trim(), account_in_file: inFile.slice(0, 60) },
          direction: unsureCame ? 'person' : 'file',
          shows_sent: read.showsSent,
          decided: [...decisions].map(([line, is_another]) => ({ line, is_another })),
        });
      }}
    >
      <FileHead chosen={chosen} rows={rows.length} isSaving={saving.isPending} onFile={onFile} />
      <ColumnChoices
        {...{ fields: FIELDS, headings, columns, sample: rows[0]?.cells }}
        isSaving={saving.isPending}
        onChange={(chosen) => {
          setColumns(chosen);
          setUnsureCame(undefined);
          reset();
        }}
      />
      {lacking ? (
        <Say rank="refusal" place="field">
          Escolha qual coluna do arquivo tem: {lacking.label}.
        </Say>
      ) : (
        <>
          <Group gap="8px 16px" align="end">
            <PeriodFields
              period={period}
              onChange={(part) => {
                setTyped({ ...typed, ...part });
                reset();
              }}
              labels={['O extrato vai de', 'até']}
              required
            />
            {statements && (
              <AccountField
                {...{ inFile, statements, account }}
                onChange={(account) => {
                  setNamed({ account });
                  reset();
                }}
              />
            )}
          </Group>
          <LoadNotice
            query={before}
            failed="As contas dos extratos anteriores não puderam ser carregadas. Sem elas nada é guardado."
          />
          {period.endDate === today() && (
            <Text inherit c="dimmed">
              Hoje ainda não acabou: o que for vendido depois deste extrato fica como Falta no banco
              até o próximo.
            </Text>
          )}
          {outside > 0 && (
            <Say rank="refusal" place="field">
              {counted(outside, 'linha está', 'linhas estão')} fora destes dias.
            </Say>
          )}
          <Understood credits={credits} others={read.others} />
          {unsure.length > 0 && (
            <Radio.Group
              label={`O arquivo não diz se ${counted(unsure.length, 'linha entrou ou saiu', 'linhas entraram ou saíram')} da conta (${sumOf(unsure)}). Se há uma coluna que diz, escolha-a em Entrada ou saída.`}
              value={unsureCame === undefined ? '' : `${unsureCame}`}
              onChange={(value) => {
                setUnsureCame(value === 'true');
                reset();
              }}
              error={!isDecided && 'Sem esta escolha nada é guardado.'}
            >
              <Group gap="6px 20px" mt={6}>
                <Radio required value="true" label="Todas entraram" />
                <Radio required value="false" label="Ficam de fora" />
              </Group>
            </Radio.Group>
          )}
          {others.length > 0 && (
            <Checkbox
              label={`Incluir entradas sem descrição clara: ${sumText(others)}`}
              checked={takesOthers}
              onChange={(event) => {
                setOthersToo(event.currentTarget.checked);
                reset();
              }}
            />
          )}
          {read.unreadable.length > 0 && (
            <Say rank="look" role="alert">
              {read.unreadable.length === 1
                ? 'Uma linha do arquivo não foi entendida e fica'
                : `${read.unreadable.length} linhas do arquivo não foram entendidas e ficam`}{' '}
              de fora: nº {read.unreadable.slice(0, MOST_NAMED).join(', ')}
              {read.unreadable.length > MOST_NAMED && '…'}
            </Say>
          )}
          {lines.length === 0 && isDecided && (
            <Say rank="refusal" place="field">
              Não há nenhum Pix ou cartão neste arquivo.
            </Say>
          )}
          {!isDecided && <Entries lines={sentLines(unsure, true)} areSure={false} />}
          {isDecided && lines.length > 0 && inDoubt.length === 0 && (
            <Entries lines={lines} areSure />
          )}
          {inDoubt.length > 0 && (
            <Doubts {...{ inDoubt, lines, decisions }} onChange={setDecisions} />
          )}
        </>
      )}
    </DialogForm>
  );
}

type Credits = ReturnType<typeof readStatement>['credits'];

const sumOf = (lines: Credits) =>
  formatReais(reaisFromCents(sumCents(lines.map(({ amount }) => amount))));
const sumText = (lines: Credits) => `${whole(lines.length)} (${sumOf(lines)})`;

function Understood({ credits, others }: { credits: Credits; others: number }) {
  const of = (kind: string) => sumText(credits.filter((line) => line.kind === kind));
  const has = (kind: string) => credits.some((line) => line.kind === kind);
  return (
    <Text inherit role="status">
      Entradas de Pix: <b>{of('pix')}</b>. De cartões: <b>{of('card')}</b>.{' '}
      {has('reversal') && (
        <>
          Estornos e tarifas que voltaram, à parte: <b>{of('reversal')}</b>.{' '}
        </>
      )}
      {has('sent') && (
        <>
          Pix que saíram: <b>{of('sent')}</b>.{' '}
        </>
      )}
      Outras saídas, saldos e outras linhas, que ficam de fora: {whole(others)}.
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
      <Say rank="fact" place="page" fw={600}>
        {added === 0 ? 'Nenhuma linha nova: já estavam todas aqui.' : `Extrato guardado: ${lines}.`}{' '}
        {matched > 0 && `${joined} a vendas.`}
      </Say>
      <DialogFoot>
        <Button onClick={onClose} autoFocus>
          Fechar
        </Button>
      </DialogFoot>
    </Stack>
  );
}
