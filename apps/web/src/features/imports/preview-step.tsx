import { MAX_FILE_NAME, MOST_IMPORTED } from '@balcao/contract/fields/list-limits.ts';
import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useSend } from '../../api/use-send.ts';
import { whole } from '../../ui/counts.ts';
import { CancelButton } from '../../ui/dialogs/cancel-button.tsx';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { Say } from '../../ui/messages/say.tsx';
import { ColumnChoices } from './column-choices.tsx';
import { ComparedRows } from './compared-rows.tsx';
import { FileHead } from './file-head.tsx';
import { failureText, LOST, totalsText } from './import-words.ts';
import { type Columns, guessColumns, pick, splitHeadings } from './match-columns.ts';
import { PreviewSummary } from './preview-summary.tsx';
import type { ChosenFile } from './sheet/read-file.ts';
import type { SheetRow } from './sheet/sheet.ts';
import type { Given, Target } from './targets.ts';

type Props = {
  target: Target;
  queryKey: QueryKey;
  given?: Given | undefined;
  file: ChosenFile;
  isSaving: boolean;
  onSaving: (isSaving: boolean) => void;
  onFile: (file: ChosenFile | undefined) => void;
  onClose: () => void;
};

type Outcome = { is: 'done' | 'failed'; text: string };

const NONE: ReadonlySet<number> = new Set();

/** Matches the columns, shows what an import would do, and imports. */
export function PreviewStep(props: Props) {
  const { target, queryKey, given, file, isSaving, onSaving, onFile, onClose } = props;
  const { fields } = target;
  const { headings, rows } = useMemo(
    () => splitHeadings(file.sheet.rows, fields),
    [file.sheet, fields],
  );
  const [columns, setColumns] = useState<Columns>(() => guessColumns(headings, fields));
  /** Lines of wrong rows that are left out. */
  const [without, setWithout] = useState<ReadonlySet<number>>(new Set());
  /** The ticked lines of those that ask. Another comparison has none. */
  const [ticks, setTicks] = useState<{ of: string; lines: ReadonlySet<number> }>();
  const [outcome, setOutcome] = useState<Outcome>();
  const chosen = useMemo(
    () => pick(rows, columns).filter(({ line }) => !without.has(line)),
    [rows, columns, without],
  );
  const lacking = fields.find(({ field, required }) => required && columns[field] === undefined);
  const tooMany = rows.length > MOST_IMPORTED;
  const comparison = useQuery({
    // The rows are compared by what they are made of: a key of 20,000 rows would be read at each step.
    queryKey: ['imports', target.title, file.file.name, columns, [...without]],
    queryFn: ({ signal }) => target.compare(chosen, signal),
    enabled: !lacking && !tooMany && chosen.length > 0,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { failure: 'The rows could not be compared' },
  });
  const compared = comparison.isFetching ? undefined : comparison.data;
  const hasWrong = compared?.rows.some(({ kind }) => kind === 'wrong') ?? false;
  const ticked = ticks && ticks.of === compared?.preview ? ticks.lines : NONE;
  const setTicked = (lines: ReadonlySet<number>) =>
    setTicks(compared && { of: compared.preview, lines });
  const changes = compared ? totalsText(compared.totals) : '';

  const end = (given: Outcome) => {
    setOutcome(given);
    onSaving(false);
  };
  // The same file again, also chosen again or after a reload, is the same request.
  const print = useMemo(() => printOf(file.sheet.rows), [file.sheet]);
  const sending = useSend({
    once: target.adds ? `import:${print}` : undefined,
    send: target.save,
    reloads: [queryKey],
    onDone: ({ totals }) => end({ is: 'done', text: `Importado: ${totalsText(totals)}.` }),
    onFailed: (error) => {
      end({ is: 'failed', text: failureText(error) });
      void comparison.refetch();
    },
    failure: 'The rows could not be imported',
  });
  const isOpen = sending.sent !== undefined;
  const save = () => {
    if (!compared) return;
    onSaving(true);
    setOutcome(undefined);
    sending.send({
      rows: chosen,
      seen: {
        preview: compared.preview,
        file: file.file.name.slice(0, MAX_FILE_NAME),
        ...Object.fromEntries(Object.entries(given ?? {}).filter(([, text]) => text !== '')),
      },
      renamed: [...ticked],
    });
  };

  if (outcome?.is === 'done') {
    return (
      <Stack gap="md">
        <Say rank="fact" place="page" fw={600}>
          {outcome.text}
        </Say>
        {!target.adds && (
          <Text inherit c="dimmed">
            Até amanhã a esta hora é possível desfazer, em Importar.
          </Text>
        )}
        <DialogFoot>
          <Button onClick={onClose} autoFocus>
            Fechar
          </Button>
        </DialogFoot>
      </Stack>
    );
  }
  const retry = (
    <Button variant="default" size="compact-sm" onClick={() => void comparison.refetch()}>
      Tentar de novo
    </Button>
  );
  return (
    <Stack gap="md">
      <FileHead chosen={file} rows={rows.length} isSaving={isSaving} onFile={onFile} />
      <ColumnChoices
        {...{ fields, headings, columns, isSaving, sample: rows[0]?.cells }}
        onChange={(chosen) => {
          setColumns(chosen);
          setWithout(new Set());
        }}
      />
      {lacking && (
        <Say rank="refusal" place="field">
          Escolha qual coluna do arquivo tem: {lacking.label}.
        </Say>
      )}
      {!lacking && (tooMany || chosen.length === 0) && (
        <Say rank="refusal" place="field">
          {tooMany
            ? `O arquivo tem mais de ${whole(MOST_IMPORTED)} linhas. Divida em arquivos menores.`
            : 'Não há nenhuma linha para importar.'}
        </Say>
      )}
      {(outcome || isOpen) && !isSaving && (
        <Say rank="refusal" place="field">
          {isOpen ? LOST : outcome?.text}
        </Say>
      )}
      {(comparison.isFetching || isSaving) && (
        <Group role="status" gap="xs" c="dimmed">
          <Loader size="sm" aria-hidden /> {isSaving ? 'Gravando' : 'Conferindo'}{' '}
          {whole(chosen.length)} linhas…
        </Group>
      )}
      {comparison.isError && !comparison.isFetching && (
        <Say rank="refusal" action={retry}>
          As linhas não puderam ser conferidas.
        </Say>
      )}
      {compared && !isSaving && (
        <>
          <PreviewSummary
            {...{ compared, ticked, without }}
            onLeaveOut={(lines) => setWithout(new Set([...without, ...lines]))}
            onTick={setTicked}
          />
          {/* A new comparison begins with its own choice of rows. */}
          <ComparedRows
            key={compared.preview}
            fields={fields.filter(({ field }) => columns[field] !== undefined)}
            sent={chosen}
            rows={compared.rows}
            ticked={ticked}
            onTick={setTicked}
          />
        </>
      )}
      <DialogFoot>
        <CancelButton onClick={onClose} disabled={isSaving} />
        <Button
          onClick={save}
          loading={isSaving}
          disabled={!compared || (!isOpen && (hasWrong || (changes === '' && ticked.size === 0)))}
        >
          Importar
        </Button>
      </DialogFoot>
    </Stack>
  );
}

/** Prime numbers of FNV-1a and a second one beside it: two files are alike by chance once in 2^64. */
const STEPS = [16_777_619, 0x5bd1e995] as const;

/** A short name for the content of a file. Browsers keep real hashes for secure pages. */
function printOf(rows: readonly SheetRow[]): string {
  const text = JSON.stringify(rows);
  return STEPS.map((step) => {
    let hash = 0x811c9dc5;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), step);
    return (hash >>> 0).toString(16);
  }).join('-');
}
