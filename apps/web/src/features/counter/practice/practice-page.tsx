import { Box, Button, Group, Text } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { setDoor } from '../../../api/call.ts';
import { useSession } from '../../../api/session.ts';
import { paths } from '../../../navigation/paths.ts';
import { UserIdContext } from '../../../storage/unsaved-input.ts';
import { Counter } from '../counter.tsx';
import { BlockedReceipt } from '../counter-page.tsx';
import { focusNow } from '../parts/use-focus.ts';
import type { CounterState } from '../sale/counter-state.ts';
import { practiceSeller } from '../sale/counter-store.ts';
import { practiceDoor } from './practice-door.ts';
import classes from './practice-page.module.css';
import { isDone, type Mark, marksBetween, readMarks, storeMarks, TASKS } from './practice-tasks.ts';

/** The counter itself over data of the browser alone, for a seller's first day. */
export function PracticePage() {
  const user = useSession()?.user.id;
  // What the real counter has loaded is not mixed with this.
  const [queries] = useState(
    () => new QueryClient({ defaultOptions: { queries: { retry: false } } }),
  );
  // Before the parts below load anything.
  useLayoutEffect(() => {
    setDoor(practiceDoor);
    return () => setDoor(undefined);
  }, []);
  const [done, setDone] = useState(readMarks);
  const before = useRef<CounterState>(undefined);
  const onPractice = useCallback((state: CounterState) => {
    const marks = before.current ? marksBetween(before.current, state) : [];
    before.current = state;
    setDone((known) => {
      const isNew = marks.some((mark) => !known.includes(mark));
      return isNew ? [...known, ...marks] : known;
    });
  }, []);
  useEffect(() => storeMarks(done), [done]);
  if (user === undefined) return null;
  const seller = practiceSeller(user);
  const again = () => {
    setDone([]);
    // The button goes, and the focus with it.
    focusNow({ to: ['cpf'] });
  };
  return (
    <QueryClientProvider client={queries}>
      <UserIdContext value={seller}>
        <div className={classes.page}>
          <Tasks done={done} onAgain={again} />
          <Box
            component="main"
            flex={1}
            w="100%"
            maw={1286}
            mx="auto"
            p="20px clamp(12px, 2vw, 24px)"
          >
            <BlockedReceipt />
            <Counter seller={seller} onPractice={onPractice} />
          </Box>
        </div>
      </UserIdContext>
    </QueryClientProvider>
  );
}

type TasksProps = { done: readonly Mark[]; onAgain: () => void };

/** The tasks, the next of which says how it is done. */
function Tasks({ done, onAgain }: TasksProps) {
  const next = TASKS.find((task) => !isDone(task, done));
  return (
    <header className={classes.head}>
      <h2 className={classes.title}>TREINO — nada é registrado</h2>
      <Group
        component="ol"
        gap="4px 16px"
        m={0}
        p={0}
        className={classes.tasks}
        aria-label="Tarefas"
      >
        {TASKS.map((task) => {
          const ticked = isDone(task, done);
          const Icon = ticked ? IconCircleCheckFilled : IconCircle;
          return (
            <Group
              component="li"
              gap={4}
              wrap="nowrap"
              key={task.title}
              data-done={ticked || undefined}
              data-next={task === next || undefined}
            >
              <Icon size={18} aria-hidden />
              {task.title}
              {ticked && <span className="visually-hidden"> (feita)</span>}
            </Group>
          );
        })}
      </Group>
      <Text role="status" className={classes.how}>
        {next ? next.how : 'Pronto: você já sabe vender. Bom trabalho!'}
      </Text>
      <Group gap={8} justify="flex-end" className={classes.tools}>
        {done.length > 0 && (
          <Button size="compact-sm" variant="default" onClick={onAgain}>
            Recomeçar
          </Button>
        )}
        {/* The address loads anew, so that the real counter has real calls. */}
        <Button size="compact-sm" variant="default" component="a" href={paths.counter}>
          Sair do treino
        </Button>
      </Group>
    </header>
  );
}
