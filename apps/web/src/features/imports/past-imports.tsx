import type { KeptRow, Undone } from '@balcao/contract/fields/undone.ts';
import type { PastImport } from '@balcao/contract/imports.ts';
import { Text } from '@mantine/core';
import { type QueryKey, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { failureWords, SAFE_TO_REPEAT } from '../../api/errors.ts';
import { untilAnswered } from '../../api/retries.ts';
import { counted } from '../../ui/counts.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ChangesInBulk, UndoneText } from '../../ui/lists/changes-in-bulk.tsx';
import { LoadNotice } from '../../ui/messages/load-notice.tsx';
import { Say } from '../../ui/messages/say.tsx';
import { totalsText } from './import-words.ts';
import classes from './imports.module.css';
import type { TargetName } from './targets.ts';

const LISTED = 5;

type Props = { what: Exclude<TargetName, 'deliveries'>; queryKey: QueryKey };

/** The last imports; one of the last day can be undone. */
export function PastImports({ what, queryKey }: Props) {
  const past = useQuery({
    queryKey: ['imports', 'past', what],
    queryFn: ({ signal }) => call('listImports', { query: { what }, signal }),
    staleTime: 0,
    meta: { failure: 'The last imports could not be loaded' },
  });
  const [asked, setAsked] = useState<PastImport>();
  const undo = useMutation({
    mutationFn: (id: number) => untilAnswered(() => call('undoImport', { params: { id } })),
    onSettled: () => past.refetch(),
    meta: { failure: 'The import was not undone', reloads: [queryKey] },
  });
  const problem = failureWords(undo.error, {}, SAFE_TO_REPEAT);
  if (past.data?.length === 0) return null;
  return (
    <section aria-label="Últimas importações" className={classes.past}>
      <h3>Últimas importações</h3>
      <LoadNotice query={past} failed="As importações não puderam ser carregadas." />
      {problem && (
        <Say rank="refusal" place="field">
          {problem}
        </Say>
      )}
      {undo.data && <UndoneImport undone={undo.data} />}
      <ChangesInBulk
        changes={past.data?.slice(0, LISTED)}
        titleOf={({ file, totals }) => (
          <>
            {file && <b>{file}</b>}
            {file && ' · '}
            {totalsText(totals)}
          </>
        )}
        nameOf={({ file, totals }) => file ?? totalsText(totals)}
        countOf={({ rows }) => counted(rows, 'cadastro', 'cadastros')}
        undoing={undo.isPending ? undo.variables : undefined}
        onUndo={setAsked}
      />
      <ConfirmDialog
        opened={asked !== undefined}
        confirmLabel="Desfazer"
        onConfirm={() => asked && undo.mutate(asked.id)}
        onClose={() => setAsked(undefined)}
      >
        {asked && (
          <>
            <Text>Desfazer esta importação?</Text>
            <Text fw={600}>
              {[asked.file, totalsText(asked.totals)].filter(Boolean).join(' · ')}
            </Text>
            <Text>
              O que era novo sai, o que mudou volta. Fica como está o que alguém mudou ou usou
              depois.
            </Text>
          </>
        )}
      </ConfirmDialog>
    </section>
  );
}

const WHY: Record<KeptRow['why'], string> = {
  changed: 'mudou depois',
  used: 'já foi usado',
  gone: 'foi excluído, unido ou anonimizado depois',
};

function UndoneImport({ undone }: { undone: Undone }) {
  const { restored, removed, kept, kept_count } = undone;
  const done = [
    restored > 0 && counted(restored, 'voltou ao que era', 'voltaram ao que eram'),
    removed > 0 && counted(removed, 'novo saiu', 'novos saíram'),
  ].filter(Boolean);
  const rows = kept.map(({ what, name, why }) => ({
    key: `${what} ${name}`,
    text: `${name}: ${WHY[why]}`,
  }));
  const more = kept_count - kept.length;
  return (
    <UndoneText
      of={undone}
      done={`Desfeita: ${done.join(', ')}.`}
      left={{
        words: counted(kept_count, 'fica como está:', 'ficam como estão:'),
        rows: more > 0 ? [...rows, { key: 'more', text: `e mais ${more}` }] : rows,
      }}
    />
  );
}
