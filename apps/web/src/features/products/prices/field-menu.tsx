import type { ProductFields } from '@balcao/contract/products/product-changes.ts';
import { INCOMES } from '@balcao/domain/income.ts';
import { Button, Group, Menu, Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Say } from '../../../ui/messages/say.tsx';
import { useIncomeName } from '../../institution/income-names.ts';
import { changeWords } from './field-words.ts';
import { UndoneProducts } from './recent-changes.tsx';
import type { useFieldChange } from './use-field-change.ts';

type MenuProps = {
  /** How many are picked. */
  count: number;
  disabled: boolean;
  onChoose: (fields: ProductFields) => void;
};

/** What can be set of all picked products at once. */
export function FieldMenu({ count, disabled, onChoose }: MenuProps) {
  const nameOf = useIncomeName();
  const item = (label: string, fields: ProductFields) => (
    <Menu.Item
      key={label}
      onClick={() => onChoose(fields)}
      // The colour of a menu's item alone is too dark for the dark theme.
      {...('deleted' in fields && { color: 'red', c: 'red' })}
    >
      {label}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-end" width={240} transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <Button
          variant="default"
          disabled={count === 0 || disabled}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          Mudar os marcados
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {item('Pôr à venda', { active: true })}
        {item('Tirar de venda', { active: false })}
        <Menu.Divider />
        {item('Fixar na grade do PDV', { pinned: true })}
        {item('Tirar da grade', { pinned: false })}
        <Menu.Divider />
        <Menu.Label>Receita de</Menu.Label>
        {[...INCOMES, null].map((income) => item(nameOf(income), { income }))}
        <Menu.Divider />
        {item('Excluir os marcados', { deleted: true })}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What came of the last change, with its undoing. */
export function ChangedText({ changing }: { changing: ReturnType<typeof useFieldChange> }) {
  const { change, isChanging, changed, undo, problem, unanswered } = changing;
  const nameOf = useIncomeName();
  if (unanswered) {
    const again = (
      <Button size="compact-sm" variant="default" onClick={() => change(unanswered)}>
        Mandar de novo
      </Button>
    );
    return (
      <Say rank="refusal" mt={8} action={again}>
        O servidor não respondeu, e não se sabe se os produtos mudaram.
      </Say>
    );
  }
  if (problem) {
    return (
      <Say rank="refusal" place="field" mt={8}>
        {problem}
      </Say>
    );
  }
  if (undo.data) return <UndoneProducts change={changed} undone={undo.data} />;
  if (!changed || isChanging) return null;
  return (
    <Group gap="sm" mt={8}>
      <Text inherit role="status" className="money">
        {changeWords(changed, nameOf)}.
      </Text>
      <Button
        size="compact-sm"
        variant="default"
        loading={undo.isPending}
        onClick={() => undo.mutate(changed.id)}
      >
        Desfazer
      </Button>
    </Group>
  );
}
