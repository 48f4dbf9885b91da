import { Group, Kbd, Text } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { Modal } from '../../ui/modal.tsx';
import { isDialogOpen } from '../../ui/open-dialogs.ts';

type Key = 'F2' | 'F4' | 'F8' | 'Shift+F8' | 'F9' | 'Escape' | '?';

/** The list of shortcuts, with keys that Chrome, Edge and Firefox do not use. */
const SHORTCUTS = [
  ['Enter', 'Vai ao próximo campo; em Qtd. adiciona o item'],
  ['Código, Enter; em Qtd. a quantidade, Enter', 'Põe tantos do produto do código'],
  ['3*código em Cód', 'Adiciona três de uma vez'],
  ['V e número em Cód', 'Abre a venda de um recibo, para devolver, trocar ou corrigir'],
  ['Enter em Cód vazio', 'Vai a FECHAR PEDIDO'],
  ['↑ em Cód vazio', 'Vai à lista: Enter edita, + e − mudam a quantidade, Del remove'],
  ['Ctrl + Z', 'Devolve o item removido'],
  ['F2', 'Vai ao código do produto'],
  ['F4', 'Deixa o pedido em espera; com o balcão vazio, mostra os que esperam'],
  ['F8', 'FECHAR PEDIDO'],
  ['Shift + F8', 'EDITAR PEDIDO'],
  ['F9', 'FINALIZAR VENDA'],
  ['A a E', 'Em CPF ou Matrícula vazios, escolhe quem é de compras anteriores'],
  ['Ctrl + Enter', 'Em CLIENTE ou ALUNO, aperta o botão do aviso: Corrigir cadastro, Desfazer'],
  ['Enter em valor vazio', 'Preenche o que falta pagar e vai a FINALIZAR VENDA'],
  ['+ em um valor', 'Preenche o que falta pagar'],
  ['D, P… em um valor', 'Escolhe Dinheiro, Pix… para o que falta pagar'],
  ['Ctrl + K', 'Vai a uma tela, venda ou nome, e faz: Nova venda, Sangria, FECHAR CAIXA'],
  ['Esc', 'Devolve à lista o item que está sendo editado'],
  ['?', 'Mostra esta lista (em CPF, Matrícula ou Cód vazios, ou fora de um campo)'],
] as const;

/** Ids of the fields whose text never begins with a question mark. */
const WITHOUT_QUESTION_MARK = ['cpf', 'registration', 'code'];

/** `active`: no sale is being sent. An open dialog gets all keys. */
export function useShortcuts(active: boolean, does: Record<Key, (() => void) | undefined>): void {
  useWindowEvent('keydown', (event) => {
    const { key, shiftKey } = event;
    if (!active || event.ctrlKey || event.altKey || event.metaKey || event.repeat) return;
    if (isDialogOpen()) return;
    const target = event.target as HTMLElement;
    const field = target.closest<HTMLInputElement>('input, textarea, select, [role="menu"]');
    const free = !field || (WITHOUT_QUESTION_MARK.includes(field.id) && field.value === '');
    const act = does[(key === 'F8' && shiftKey ? 'Shift+F8' : key) as Key];
    if (act && (free || key !== '?')) {
      // Otherwise a question mark would be typed into the field that takes the focus.
      event.preventDefault();
      act();
    } else if (!field && /^[\p{L}\p{N}]$/u.test(key)) {
      // A scanner used while a button has the focus still types into the code field.
      does.F2?.();
    }
  });
}

type Props = { opened: boolean; onClose: () => void };

export function ShortcutList({ opened, onClose }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title="Atalhos do teclado" size="60rem">
      <dl style={{ columns: '22rem 2', columnGap: 32, margin: 0 }}>
        {SHORTCUTS.map(([keys, effect]) => (
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
              {effect}
            </Text>
          </Group>
        ))}
      </dl>
    </Modal>
  );
}
