import { Group, Kbd, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useFocusBack } from '../../../ui/fields/focus.ts';
import { Modal } from '../../../ui/modal.tsx';
import { isDialogOpen } from '../../../ui/open-dialogs.ts';
import { useCounter, useCounterStore } from '../sale/counter-context.ts';
import { CLOSED, flagOf, opened } from '../sale/counter-state.ts';
import type { CounterStore } from '../sale/counter-store.ts';

type Act = (counter: CounterStore) => void;

/** What a key does wherever the focus is; in one step of the sale, or in both. A key of one field is that field's own. */
type Key = {
  readonly key: string;
  readonly step?: 0 | 1;
  /** Without it, who uses the counter gives it. */
  readonly act?: Act;
};

const toCode: Key = { key: 'F2', step: 0, act: ({ moveFocus }) => moveFocus('code') };
const close: Key = {
  key: 'F8',
  step: 0,
  act: ({ dispatch }) => dispatch({ type: 'order-closed' }),
};
const reopen: Key = {
  ...{ key: 'Shift+F8', step: 1 },
  act: ({ dispatch }) => dispatch({ type: 'order-reopened' }),
};
const leaveLine: Key = {
  ...{ key: 'Escape', step: 0 },
  act: ({ dispatch }) => dispatch({ type: 'edit-cancelled' }, 'code'),
};
const undo: Key = { key: 'Control+Z', act: ({ putBack }) => putBack() };
const list: Key = { key: '?', act: ({ dispatch }) => dispatch(opened({ is: 'shortcuts' })) };

/**
 * As the list of shortcuts shows them, what they do, and how. They are none that Chrome, Edge or Firefox use. One that
 * may be typed ahead stands in early-keys.ts and index.html too.
 */
const SHORTCUTS: readonly (readonly [keys: string, does: string, key?: Key])[] = [
  ['Enter', 'Vai ao próximo campo; em Qtd. adiciona o item'],
  ['Código, Enter; em Qtd. a quantidade, Enter', 'Põe tantos do produto do código'],
  ['3*código em Cód', 'Adiciona três de uma vez'],
  ['V e número em Cód', 'Abre a venda de um recibo, para devolver, trocar ou corrigir'],
  ['Enter em Cód vazio', 'Vai a FECHAR PEDIDO'],
  ['↑ em Cód vazio', 'Vai à lista: Enter edita, + e − mudam a quantidade, Del remove'],
  ['Ctrl + Z', 'Devolve o item removido', undo],
  ['F2', 'Vai ao código do produto', toCode],
  ['F4', 'Deixa o pedido em espera; com o balcão vazio, mostra os que esperam', { key: 'F4' }],
  ['F8', 'FECHAR PEDIDO', close],
  ['Shift + F8', 'EDITAR PEDIDO', reopen],
  ['F9', 'FINALIZAR VENDA', { key: 'F9' }],
  ['A a E', 'Em CPF ou Matrícula vazios, escolhe quem é de compras anteriores'],
  ['Ctrl + Enter', 'Em CLIENTE ou ALUNO, aperta o botão do aviso: Corrigir cadastro, Desfazer'],
  ['Enter em valor vazio', 'Preenche o que falta pagar e vai a FINALIZAR VENDA'],
  ['+ em um valor', 'Preenche o que falta pagar'],
  ['D, P… em um valor', 'Escolhe Dinheiro, Pix… para o que falta pagar'],
  ['Ctrl + K', 'Vai a uma tela, venda ou nome, e faz: Nova venda, Sangria, FECHAR CAIXA'],
  ['Esc', 'Devolve à lista o item que está sendo editado', leaveLine],
  ['?', 'Mostra esta lista (em CPF, Matrícula ou Cód vazios, ou fora de um campo)', list],
];

/** Ids of the fields whose text never begins with a question mark. */
const WITHOUT_QUESTION_MARK = ['cpf', 'registration', 'code'];

/** With caps lock the letter is a capital, as with Shift, which is another command. */
function nameOf({ key, ctrlKey, shiftKey, altKey, metaKey }: KeyboardEvent): string | undefined {
  if (altKey || metaKey) return undefined;
  if (ctrlKey) return shiftKey ? undefined : `Control+${key.toUpperCase()}`;
  return key === 'F8' && shiftKey ? 'Shift+F8' : key;
}

/** `active`: no sale is being sent. An open dialog gets all keys. `given`: what some keys do. */
export function useShortcuts(active: boolean, given: Record<'F4' | 'F9', Act>): void {
  const counter = useCounterStore();
  const press = ({ key, step, act = given[key as keyof typeof given] }: Key) => {
    if (step === undefined || step === flagOf(counter.read())) act(counter);
  };
  useWindowEvent('keydown', (event) => {
    const name = nameOf(event);
    if (!active || name === undefined || event.repeat || isDialogOpen()) return;
    const target = event.target as HTMLElement;
    const field = target.closest<HTMLInputElement>('input, textarea, select, [role="menu"]');
    const isEmpty = field?.value === '';
    const takes = {
      '?': !field || (isEmpty && WITHOUT_QUESTION_MARK.includes(field.id)),
      // In an empty field the browser would take back what was typed into another one, such as the CPF.
      'Control+Z': !(field instanceof HTMLInputElement) || isEmpty,
      Escape: counter.read().entry.edited !== undefined,
    }[name];
    const pressed = SHORTCUTS.map(([, , key]) => key).find((each) => each?.key === name);
    if (pressed && takes !== false) {
      // Otherwise a question mark would be typed into the field that takes the focus.
      event.preventDefault();
      press(pressed);
    } else if (!field && /^[\p{L}\p{N}]$/u.test(name)) {
      // A scanner used while a button has the focus still types into the code field.
      press(toCode);
    }
  });
}

/** The list of the shortcuts. A closed Modal would still render at every key press on the page. */
export const ShortcutList = () =>
  useCounter(({ dialog }) => dialog?.is === 'shortcuts') && <OpenList />;

function OpenList() {
  const { dispatch } = useCounterStore();
  useFocusBack();
  return (
    <Modal opened onClose={() => dispatch(CLOSED)} title="Atalhos do teclado" size="60rem">
      <dl style={{ columns: '22rem 2', columnGap: 32, margin: 0 }}>
        {SHORTCUTS.map(([keys, does]) => (
          <Group
            key={keys}
            py={6}
            gap="4px 12px"
            align="flex-start"
            style={{ breakInside: 'avoid' }}
          >
            <Text component="dt" size="sm" w="9.5rem" lh={1.5}>
              <Kbd display="inline-block" ta="left">
                {keys}
              </Kbd>
            </Text>
            <Text component="dd" size="sm" fw={400} m={0} flex="1 1 12rem">
              {does}
            </Text>
          </Group>
        ))}
      </dl>
    </Modal>
  );
}
