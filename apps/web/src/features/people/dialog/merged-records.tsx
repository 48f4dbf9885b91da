import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { untilAnswered } from '../../../api/retries.ts';
import { counted } from '../../../ui/counts.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Say } from '../../../ui/messages/say.tsx';
import { shownName, shownNumber } from '../people-words.ts';
import type { PartProps } from './part.ts';
import classes from './person-part.module.css';

const WORDS = { done: 'Cadastros separados!', failed: 'Erro ao separar os cadastros.' };

type Separated = { sales_since: number; links_lost: number };

/** The records that were merged into this one; a merge of the last day can be undone. */
export function MergedRecords({ kind, person, change }: PartProps) {
  const [asked, setAsked] = useState<number>();
  const [separated, setSeparated] = useState<Separated>();
  const { merged, merges = [] } = person;
  if (merged.length === 0 && !separated) return null;
  const name = shownName(person);
  return (
    <section className={classes.part} aria-label="Cadastros unidos">
      <h3>Cadastros unidos</h3>
      {separated && <SeparatedText name={name} {...separated} />}
      <ul className={classes.people}>
        {merged.map((record) => {
          const merge = merges.find((each) => each.merged === record.id);
          const its = `${shownName(record)} · ${shownNumber(kind, record.number)}`;
          return (
            <li key={record.id}>
              <span>{its}</span>
              {merge && (
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Separar ${its}`}
                  onClick={() => setAsked(merge.id)}
                >
                  Separar
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <ConfirmDialog
        opened={asked !== undefined}
        confirmLabel="Separar"
        onConfirm={() =>
          void change.run(async () => {
            const id = asked as number;
            setSeparated(await untilAnswered(() => call('undoMerge', { params: { id } })));
          }, WORDS)
        }
        onClose={() => setAsked(undefined)}
      >
        <Text>
          Separar os cadastros outra vez? Cada um volta a ter as vendas, ligações e pedidos em
          espera que tinha. As vendas feitas desde a união ficam com {name}.
        </Text>
      </ConfirmDialog>
    </section>
  );
}

function SeparatedText({ name, sales_since, links_lost }: Separated & { name: string }) {
  return (
    <Say rank="fact" place="page">
      Separados.
      {sales_since > 0 &&
        ` ${counted(sales_since, 'venda feita', 'vendas feitas')} desde a união com o número de ${name}: confira de quem é.`}
      {links_lost > 0 &&
        ` ${counted(links_lost, 'ligação mudou', 'ligações mudaram')} depois da união, e não voltam.`}
    </Say>
  );
}
