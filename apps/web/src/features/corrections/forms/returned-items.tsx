import { formatCents } from '@balcao/domain/money.ts';
import { Box, Button, Checkbox, Group, Text } from '@mantine/core';
import { counted } from '../../../ui/counts.ts';
import { useOnHand } from '../../stock/on-hand/on-hand.tsx';
import {
  everythingLeft,
  leftOf,
  type SoldItem,
  type Units,
  worthOfItem,
} from '../record/returned-units.ts';
import { UnitsField } from './units-field.tsx';

const LINE = '1px solid var(--hairline)';

type Props = {
  items: readonly SoldItem[];
  units: Units;
  /** For everything at a touch. */
  allLabel: string;
  onChange: (units: Units) => void;
  /** The lines whose units do not go back to the stock. */
  damaged: ReadonlySet<number>;
  onDamaged: (lines: ReadonlySet<number>) => void;
};

/** What comes back of a sale. */
export function ReturnedItems(props: Props) {
  const { items, units, allLabel, onChange, damaged, onDamaged } = props;
  const onHand = useOnHand();
  const first = items.find((item) => leftOf(item) > 0);
  return (
    <section aria-label="O que volta">
      <Group justify="space-between" mb={4}>
        <Text fw={500} size="sm" c="dimmed">
          O que volta
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => onChange(everythingLeft(items))}>
          {allLabel}
        </Button>
      </Group>
      <Box component="ul" m={0} p={0} style={{ borderTop: LINE, listStyle: 'none' }}>
        {items.map((item) => {
          const { [item.line]: value = 0 } = units;
          return (
            <Group
              key={item.line}
              component="li"
              gap="6px 16px"
              py={3}
              style={{ borderBottom: LINE }}
            >
              <Text span inherit flex="1 1 14rem" miw={0} style={{ overflowWrap: 'anywhere' }}>
                {item.product_info.name}
                <Text component="small" display="block" size="xs" c="dimmed" lh="inherit">
                  {soldWords(item)}
                </Text>
              </Text>
              <UnitsField
                name={item.product_info.name}
                value={value}
                max={leftOf(item)}
                first={item === first}
                onChange={(wanted) => onChange({ ...units, [item.line]: wanted })}
              />
              {onHand.has(item.product_info.id) && (
                <Checkbox
                  label="Avariado"
                  aria-label={`Avariado, não volta ao estoque: ${item.product_info.name}`}
                  checked={damaged.has(item.line)}
                  onChange={({ currentTarget: { checked } }) => {
                    const others = [...damaged].filter((line) => line !== item.line);
                    onDamaged(new Set(checked ? [...others, item.line] : others));
                  }}
                />
              )}
              <Text span inherit className="money" miw="6.5rem" ml="auto" ta="right">
                {formatCents(worthOfItem(item, value ?? 0))}
              </Text>
            </Group>
          );
        })}
      </Box>
    </section>
  );
}

function soldWords({ quantity, returned }: SoldItem): string {
  const sold = counted(quantity, 'vendido', 'vendidos');
  if (returned === 0) return sold;
  return `${sold}, ${counted(returned, 'já voltou', 'já voltaram')}`;
}
