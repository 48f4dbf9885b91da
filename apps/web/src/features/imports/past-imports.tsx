import type { KeptRow, Undone } from '@balcao/contract/fields/undone.ts';
import type { PastImport } from '@balcao/contract/imports.ts';
import { formatInstant } from '@balcao/domain/audit/field-formats.ts';
import { Text } from '@mantine/core';
import { type QueryKey, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { failureWords } from '../../api/errors.ts';
import { untilAnswered } from '../../api/retries.ts';
import { counted } from '../../ui/counts.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ChangesInBulk } from '../../ui/lists/changes-in-bulk.tsx';
import { LoadNotice } from '../../ui/messages/load-notice.tsx';
import { Say } from '../../ui/messages/say.tsx';
import { totalsText } from './import-words.ts';
import classes from './imports.module.css';
import type { TargetName } from './targets.ts';

const LISTED = 5;
const TRY_AGAIN = 'O servidor não respondeu. Tente de novo: nada será feito duas vezes.';

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
  const problem = failureWords(undo.error, {}, TRY_AGAIN);
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
      {undo.data && <UndoneText undone={undo.data} />}
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
        undoneOf={({ undone }) =>
          undone
            ? `Desfeita em ${formatInstant(undone.at)} por ${undone.by}: ${counted(undone.rows, 'cadastro', 'cadastros')}`
            : undefined
        }
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

/** What an undoing did, and what it left as it is. */
function UndoneText({ undone }: { undone: Undone }) {
  const { restored, removed, kept, kept_count } = undone;
  const status = useRef<HTMLDivElement>(null);
  // The pressed button is gone. With a second undoing the text is another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above.
  useEffect(() => status.current?.focus(), [undone]);
  const done = [
    restored > 0 && counted(restored, 'voltou ao que era', 'voltaram ao que eram'),
    removed > 0 && counted(removed, 'novo saiu', 'novos saíram'),
  ].filter(Boolean);
  return (
    <div role="status" ref={status} tabIndex={-1} className={classes.undone}>
      <Text inherit fw={600}>
        Desfeita: {done.join(', ')}.
      </Text>
      {kept_count > 0 && (
        <>
          <Text inherit>{counted(kept_count, 'fica como está:', 'ficam como estão:')}</Text>
          <ul>
            {kept.map(({ what, name, why }) => (
              <li key={`${what} ${name}`}>
                {name}: {WHY[why]}
              </li>
            ))}
            {kept_count > kept.length && <li>e mais {kept_count - kept.length}</li>}
          </ul>
        </>
      )}
    </div>
  );
}
