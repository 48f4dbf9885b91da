import type { Session } from '@balcao/contract/accounts/auth.ts';
import { type Role, roleOf } from '@balcao/domain/role.ts';
import { Combobox, Group, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Fragment, useEffect, useEffectEvent, useRef, useState } from 'react';
import { MOVEMENT_WORDS } from '../../features/cash-box/box-words.ts';
import { boxObstacle, ownBoxQuery } from '../../features/cash-box/cash-box.queries.ts';
import type { Errand } from '../../features/counter/keys/errands.ts';
import { headingIfFocusIsLost, takeFocus, useFocusBack } from '../../ui/fields/focus.ts';
import { Modal } from '../../ui/modal.tsx';
import { atCounter, type Target } from './targets.ts';
import { useTargets } from './use-targets.ts';

/** What the menu does besides opening pages. */
export type Actions = Record<'theme' | 'closeBox' | 'leave', { label: string; run: () => void }>;

/** Ctrl+K (⌘K) opens the box on every page behind the login, and Esc closes it. */
export function useJump() {
  const [opened, setOpened] = useState(false);
  const open = () => setOpened(true);
  const close = () => setOpened(false);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (opened && event.key === 'Escape' && !event.isComposing) {
      // The list of the box would take it first, and a dialog below would close too.
      event.stopImmediatePropagation();
      return close();
    }
    if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey) return;
    if (event.ctrlKey === event.metaKey) return;
    // The browser's own search would open.
    event.preventDefault();
    open();
  });
  useEffect(() => {
    // The frame is there before every dialog, so this comes first.
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, []);

  return { opened, open, close };
}

type Props = {
  user: Session['user'];
  actions: Actions;
  onClose: () => void;
};

/** Jumps to pages, sales and people as far as the role reaches, and does what the menu and the counter do. */
export function JumpBox({ user, actions, onClose }: Props) {
  useFocusBack();
  const navigate = useNavigate();
  const chosen = useRef<Target>(undefined);
  // When the box is gone and the focus is back: a dialog that opens now returns it there.
  useEffect(() => () => void chosen.current?.go(navigate).then(headingIfFocusIsLost), [navigate]);

  const choose = (target: Target) => {
    chosen.current = target;
    onClose();
  };
  const { closeBox, theme, leave } = actions;
  const counter = useCounterTargets(user.id);
  const targets = [
    ...counter.targets,
    ...[closeBox, theme, leave].map(
      ({ label, run }): Target => ({ key: label, label, go: async () => run() }),
    ),
  ];
  return (
    <Modal opened onClose={onClose} title="Ir para…" centered={false}>
      <Search
        role={roleOf(user)}
        actions={targets}
        isLoading={counter.isLoading}
        onChoose={choose}
      />
    </Modal>
  );
}

type SearchProps = {
  role: Role;
  actions: readonly Target[];
  /** Whether some actions are still to come. */
  isLoading: boolean;
  onChoose: (target: Target) => void;
};

function Search({ role, actions, isLoading, onChoose }: SearchProps) {
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text.trim(), 200);
  const { groups, failed, ...found } = useTargets(role, actions, text.trim(), searched);
  const waiting = found.waiting || isLoading;
  const combobox = useCombobox({ defaultOpened: true });
  const targets = groups.flatMap((group) => group.targets);

  const go = (target: Target | undefined) => target && onChoose(target);

  // The text with which Enter waits for the results.
  const [entered, setEntered] = useState<string>();
  const goFirst = useEffectEvent(() => {
    setEntered(undefined);
    go(targets[0]);
  });
  useEffect(() => {
    if (entered !== undefined && !waiting) goFirst();
  }, [entered, waiting]);

  return (
    <Combobox store={combobox} onOptionSubmit={(key) => go(targets.find((one) => one.key === key))}>
      <Combobox.EventsTarget>
        <TextInput
          aria-label="Ir para"
          placeholder={
            role === 'admin'
              ? 'Tela, ação, produto, pessoa ou nº da venda'
              : 'Tela, ação, pessoa ou V e o nº da venda'
          }
          // At once: Mantine's focus comes after keys that follow Ctrl+K without a pause.
          ref={takeFocus}
          data-autofocus
          // A receipt that is scanned here is looked for.
          data-takes="codes"
          autoComplete="off"
          rightSection={waiting && <Loader size="xs" />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setEntered(undefined);
            combobox.resetSelectedOption();
          }}
          onKeyDown={(event) => {
            // Without an arrow key Enter takes the first.
            if (event.key !== 'Enter' || combobox.getSelectedOptionIndex() >= 0) return;
            event.preventDefault();
            // The help comes after what it is about.
            const isSure = targets[0] && !targets[0].key.startsWith('help ');
            if (isSure || !waiting) go(targets[0]);
            else setEntered(text);
          }}
        />
      </Combobox.EventsTarget>
      <Combobox.Options aria-label="Resultados" mt="sm" mah="50dvh" style={{ overflowY: 'auto' }}>
        {groups.map(({ title, targets }) => (
          <Fragment key={title}>
            {targets.length > 0 && (
              <Combobox.Group label={title}>
                {targets.map(({ key, label, detail }) => (
                  <Combobox.Option value={key} key={key} mih={40}>
                    <Group justify="space-between" wrap="nowrap">
                      <span>{label}</span>
                      <Text span size="xs" c="dimmed" ta="right">
                        {detail}
                      </Text>
                    </Group>
                  </Combobox.Option>
                ))}
              </Combobox.Group>
            )}
          </Fragment>
        ))}
        {targets.length === 0 && !waiting && (
          <Combobox.Empty role="status">
            {failed ? 'A busca não pôde ser feita. Tente de novo.' : 'Nada encontrado.'}
          </Combobox.Empty>
        )}
      </Combobox.Options>
    </Combobox>
  );
}

/** What the counter does: on any page, and with an order on it, which waits. */
function useCounterTargets(seller: number) {
  const { data: own, isLoading } = useQuery(ownBoxQuery(seller));
  const hasDrawer = own?.box?.counts === null && boxObstacle(own) === undefined;
  const targets: Target[] = [
    counterTarget('Nova venda', 'new-sale'),
    counterTarget('Em espera', 'parked'),
    counterTarget('Tela do cliente', 'client-screen'),
    ...(hasDrawer
      ? (['supply', 'withdrawal'] as const).map((kind) => counterTarget(MOVEMENT_WORDS[kind], kind))
      : []),
  ];
  return { targets, isLoading };
}

const counterTarget = (label: string, errand: Errand): Target => ({
  key: label,
  label,
  go: atCounter(errand),
});
