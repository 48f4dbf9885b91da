import { Group, Kbd, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useFocusBack } from '../../ui/fields/focus.ts';
import { Modal } from '../../ui/modal.tsx';
import { isDialogOpen } from '../../ui/open-dialogs.ts';
import { useCounter, useCounterStore } from './sale/counter-context.ts';
import { CLOSED, flagOf, opened } from './sale/counter-state.ts';
import type { CounterStore } from './sale/counter-store.ts';
import { nextInOrder } from './sale/next-field.ts';
import { EMPTY_DRAFT } from './sale/sale-draft.ts';

type Act = (counter: CounterStore) => void;

/** Puts back what was taken off the counter last. A whole order goes on where it stopped. */
export const putBack: Act = ({ read, dispatch }) => {
  const { undo } = read();
  if (!undo || flagOf(read()) === 1) return;
  const { client } = undo.parts;
  dispatch({ type: 'undone' }, client ? nextInOrder({ ...EMPTY_DRAFT, ...undo.parts }) : 'code');
};

type Shortcut = {
  /** As the list of shortcuts shows it, and what it does. */
  readonly keys: string;
  readonly does: string;
  /** The key, if it acts wherever the focus is. A key of one field is that field's own. */
  readonly key?: string;
  /** The step of the sale in which it acts; without one, both. */
  readonly step?: 0 | 1;
  /** Without it, who uses the counter gives it. */
  readonly act?: Act;
};

/** The keys of the counter. Chrome, Edge and Firefox use none of them. */
const SHORTCUTS: readonly Shortcut[] = [
  { keys: 'Enter', does: 'Vai ao próximo campo; em Qtd. adiciona o item' },
  {
    keys: 'Código, Enter; em Qtd. a quantidade, Enter',
    does: 'Põe tantos do produto do código',
  },
  { keys: '3*código em Cód', does: 'Adiciona três de uma vez' },
  {
    keys: 'V e número em Cód',
    does: 'Abre a venda de um recibo, para devolver, trocar ou corrigir',
  },
  { keys: 'Enter em Cód vazio', does: 'Vai a FECHAR PEDIDO' },
  {
    keys: '↑ em Cód vazio',
    does: 'Vai à lista: Enter edita, + e − mudam a quantidade, Del remove',
  },
  { keys: 'Ctrl + Z', does: 'Devolve o item removido', key: 'Control+Z', act: putBack },
  {
    keys: 'F2',
    does: 'Vai ao código do produto',
    key: 'F2',
    step: 0,
    act: ({ moveFocus }) => moveFocus('code'),
  },
  {
    keys: 'F4',
    does: 'Deixa o pedido em espera; com o balcão vazio, mostra os que esperam',
    key: 'F4',
  },
  {
    keys: 'F8',
    does: 'FECHAR PEDIDO',
    key: 'F8',
    step: 0,
    act: ({ dispatch }) => dispatch({ type: 'order-closed' }),
  },
  {
    keys: 'Shift + F8',
    does: 'EDITAR PEDIDO',
    key: 'Shift+F8',
    step: 1,
    act: ({ dispatch }) => dispatch({ type: 'order-reopened' }),
  },
  { keys: 'F9', does: 'FINALIZAR VENDA', key: 'F9' },
  { keys: 'A a E', does: 'Em CPF ou Matrícula vazios, escolhe quem é de compras anteriores' },
  {
    keys: 'Ctrl + Enter',
    does: 'Em CLIENTE ou ALUNO, aperta o botão do aviso: Corrigir cadastro, Desfazer',
  },
  { keys: 'Enter em valor vazio', does: 'Preenche o que falta pagar e vai a FINALIZAR VENDA' },
  { keys: '+ em um valor', does: 'Preenche o que falta pagar' },
  { keys: 'D, P… em um valor', does: 'Escolhe Dinheiro, Pix… para o que falta pagar' },
  {
    keys: 'Ctrl + K',
    does: 'Vai a uma tela, venda ou nome, e faz: Nova venda, Sangria, FECHAR CAIXA',
  },
  {
    keys: 'Esc',
    does: 'Devolve à lista o item que está sendo editado',
    key: 'Escape',
    step: 0,
    act: ({ dispatch }) => dispatch({ type: 'edit-cancelled' }, 'code'),
  },
  {
    keys: '?',
    does: 'Mostra esta lista (em CPF, Matrícula ou Cód vazios, ou fora de um campo)',
    key: '?',
    act: ({ dispatch }) => dispatch(opened({ is: 'shortcuts' })),
  },
];

/** Ids of the fields whose text never begins with a question mark. */
const WITHOUT_QUESTION_MARK = ['cpf', 'registration', 'code'];

/** With caps lock the letter is a capital, as with Shift, which is another command. */
function nameOf({ key, ctrlKey, shiftKey, altKey, metaKey }: KeyboardEvent): string | undefined {
  if (altKey || metaKey) return undefined;
  if (ctrlKey) return key.toLowerCase() === 'z' && !shiftKey ? 'Control+Z' : undefined;
  return key === 'F8' && shiftKey ? 'Shift+F8' : key;
}

/** `active`: no sale is being sent. An open dialog gets all keys. `given`: what some keys do. */
export function useShortcuts(active: boolean, given: Record<'F4' | 'F9', Act>): void {
  const counter = useCounterStore();
  const act = (name: string) => {
    const { step, act = given[name as keyof typeof given] } =
      SHORTCUTS.find(({ key }) => key === name) ?? {};
    if (step === undefined || step === flagOf(counter.read())) act?.(counter);
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
    if (SHORTCUTS.some(({ key }) => key === name) && takes !== false) {
      // Otherwise a question mark would be typed into the field that takes the focus.
      event.preventDefault();
      act(name);
    } else if (!field && /^[\p{L}\p{N}]$/u.test(name)) {
      // A scanner used while a button has the focus still types into the code field.
      act('F2');
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
        {SHORTCUTS.map(({ keys, does }) => (
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
