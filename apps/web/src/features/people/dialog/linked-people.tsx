import { ActionIcon, Button, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { callsOf, deleteLink, othersOf } from '../people.queries.ts';
import { shownName, shownNumber, wordsOf } from '../people-words.ts';
import type { PartProps } from './part.ts';
import classes from './person-part.module.css';
import { PersonPicker } from './person-picker.tsx';

/** The students of a client, or the clients of a student, as the counter offers them. */
export function LinkedPeople({ kind, person, change }: PartProps) {
  const words = wordsOf[kind];
  const other = othersOf(kind);
  const [adding, setAdding] = useState(false);
  const link = (id: number) =>
    change.run(
      () => callsOf[kind].link(person.id, id),
      { done: 'Ligação feita!', failed: 'Erro ao ligar os cadastros.' },
      { onDone: () => setAdding(false) },
    );
  return (
    <section className={classes.part} aria-label={words.companions}>
      <h3>{words.companions}</h3>
      {person.companions.length === 0 && <Text c="dimmed">{words.none}</Text>}
      <ul className={classes.people}>
        {person.companions.map(({ link: linkId, person: companion }) => (
          <li key={companion.id}>
            <span>
              {shownName(companion)} · {shownNumber(other, companion.number)}
            </span>
            {linkId === null ? (
              <Text size="xs" c="dimmed">
                de vendas
              </Text>
            ) : (
              <ActionIcon
                variant="subtle"
                color="red"
                aria-label={`Desligar ${shownName(companion)}`}
                onClick={() =>
                  change.run(() => deleteLink(linkId), {
                    done: 'Ligação desfeita!',
                    failed: 'Erro ao desligar os cadastros.',
                  })
                }
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {adding ? (
        <PersonPicker kind={other} label={words.link} onPick={({ id }) => link(id)} />
      ) : (
        <Button size="compact-sm" variant="default" onClick={() => setAdding(true)}>
          + {words.link}
        </Button>
      )}
    </section>
  );
}
