import type { Session } from '@balcao/contract/accounts/auth.ts';
import { type Role, roleOf } from '@balcao/domain/role.ts';
import { Combobox, Group, Loader, Text, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Fragment, useEffect, useEffectEvent, useState } from 'react';
import { headingIfFocusIsLost, useFocusBack } from '../../ui/fields/focus.ts';
import { Modal } from '../../ui/modal.tsx';
import { type Target, useTargets } from './use-targets.ts';

/** What the menu and the jump box do besides opening pages. */
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
  /** What the menu does. The dialogs of a closing come when the box is gone. */
  actions: Actions;
  onClose: () => void;
};

/** Jumps to pages, does what the menu does, and for administrators jumps to products, people and sales. */
export function JumpBox({ user, actions, onClose }: Props) {
  useFocusBack();
  const targets = Object.entries(actions).map(
    ([key, { label, run }]): Target => ({ key, label, go: async () => run() }),
  );
  return (
    <Modal opened onClose={onClose} title="Ir para…" centered={false}>
      <Search role={roleOf(user)} actions={targets} onClose={onClose} />
    </Modal>
  );
}

type SearchProps = { role: Role; actions: readonly Target[]; onClose: () => void };

function Search({ role, actions, onClose }: SearchProps) {
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text.trim(), 200);
  const { groups, waiting, failed } = useTargets(role, actions, text.trim(), searched);
  const navigate = useNavigate();
  const combobox = useCombobox({ defaultOpened: true });
  const targets = groups.flatMap((group) => group.targets);

  const go = (target: Target | undefined) => {
    if (!target) return;
    onClose();
    void target.go(navigate).then(headingIfFocusIsLost);
  };

  // The text with which Enter waits for the answers.
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
          placeholder={role === 'admin' ? 'Tela, produto, pessoa ou nº da venda' : 'Tela'}
          data-autofocus
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
            if (targets[0] || !waiting) go(targets[0]);
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
                      <Text span size="xs" c="dimmed">
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
