import { isReached, median, type Ratio, type Section } from './figures.ts';

/** A section as Markdown, for docs/performance.md. */
export function table({ name, how, measured, ratios, notes }: Section): string {
  const figures = measured.map((each) => [each.name, ...spread(each.rounds), each.unit]);
  const shares = ratios.map((each) => [each.name, ...spread(each.rounds), verdict(each)]);
  return [
    `## ${name}`,
    how,
    rows(['measured', 'median', 'lowest', 'highest', 'unit'], figures),
    shares.length > 0 && rows(['ratio', 'median', 'lowest', 'highest', 'reach'], shares),
    notes.map((note) => `- ${note}`).join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function rows(head: string[], body: string[][]): string {
  const alignment = head.map((_, column) => (column === 0 ? '---' : '--:'));
  return [head, alignment, ...body].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function spread(rounds: readonly number[]): string[] {
  return [median(rounds), Math.min(...rounds), Math.max(...rounds)].map(figure);
}

/** Three digits: such a measurement is no more precise. */
function figure(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}

function verdict(each: Ratio): string {
  const { reach } = each;
  if (!reach) return '';
  const limit = 'atMost' in reach ? `≤ ${reach.atMost}` : `≥ ${reach.atLeast}`;
  return `${limit} ${isReached(each) ? '✓' : '✗'}`;
}
