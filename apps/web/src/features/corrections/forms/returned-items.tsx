import { formatCents } from '@balcao/domain/money.ts';
import { Button, Group, Text } from '@mantine/core';
import {
  everythingLeft,
  leftOf,
  type SoldItem,
  type Units,
  worthOfItem,
} from '../record/returned-units.ts';
import classes from './returned-items.module.css';
import { UnitsField } from './units-field.tsx';

type Props = {
  items: readonly SoldItem[];
  units: Units;
  /** For everything at a touch. */
  allLabel: string;
  onChange: (units: Units) => void;
};

/** What comes back of a sale. */
export function ReturnedItems({ items, units, allLabel, onChange }: Props) {
  const first = items.find((item) => leftOf(item) > 0);
  return (
    <section aria-label="O que volta">
      <Group justify="space-between" mb={4}>
        <Text fw={600} size="sm">
          O que volta
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => onChange(everythingLeft(items))}>
          {allLabel}
        </Button>
      </Group>
      <ul className={classes.items}>
        {items.map((item) => {
          const { [item.line]: value = 0 } = units;
          return (
            <li key={item.line} className={classes.item}>
              <span className={classes.name}>
                {item.product_info.name}
                <small>{soldWords(item)}</small>
              </span>
              <UnitsField
                name={item.product_info.name}
                value={value}
                max={leftOf(item)}
                first={item === first}
                onChange={(wanted) => onChange({ ...units, [item.line]: wanted })}
              />
              <span className={`money ${classes.worth}`}>
                {formatCents(worthOfItem(item, value ?? 0))}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function soldWords({ quantity, returned }: SoldItem): string {
  const sold = quantity === 1 ? '1 vendido' : `${quantity} vendidos`;
  if (returned === 0) return sold;
  return `${sold}, ${returned === 1 ? '1 já voltou' : `${returned} já voltaram`}`;
}
