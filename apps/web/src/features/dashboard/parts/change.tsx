import { Text } from '@mantine/core';

const percent = new Intl.NumberFormat('pt-BR', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** How much more or less it is, with a word for who does not see the arrow. */
export function Change({ now, before }: { now: number | null; before: number | null }) {
  if (now === null || before === null || before <= 0) return null;
  const change = (now - before) / before;
  const [arrow, word] = change > 0 ? ['▲', 'a mais'] : change < 0 ? ['▼', 'a menos'] : ['=', ''];
  return (
    <Text span inherit className="money" style={{ whiteSpace: 'nowrap' }}>
      <span aria-hidden>{arrow} </span>
      {percent.format(Math.abs(change))}
      <span className="visually-hidden"> {word}</span>
    </Text>
  );
}
