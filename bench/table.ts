import { isReached, type Measured, median, type Ratio, type Section } from './figures.ts';

/** A section as Markdown, as it stands in docs/performance.md. */
export function table({ name, how, measured, ratios, notes }: Section): string {
  return [
    `## ${name}`,
    how,
    rows(['measured', 'median', 'lowest', 'highest', 'unit'], measured.map(measuredCells)),
    ratios.length > 0
      ? rows(['ratio', 'median', 'lowest', 'highest', 'reach'], ratios.map(ratioCells))
      : '',
    notes.map((note) => `- ${note}`).join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function rows(head: string[], body: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(head),
    line(head.map((_, column) => (column === 0 ? '---' : '--:'))),
    ...body.map(line),
  ].join('\n');
}

function measuredCells({ name, unit, rounds }: Measured): string[] {
  return [name, ...spread(rounds), unit];
}

function ratioCells(each: Ratio): string[] {
  return [each.name, ...spread(each.rounds), verdict(each)];
}

function spread(rounds: readonly number[]): string[] {
  return [median(rounds), Math.min(...rounds), Math.max(...rounds)].map(figure);
}

/** Three digits say all that such a measurement knows. */
function figure(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  return String(Number(value.toPrecision(3)));
}

function verdict(each: Ratio): string {
  const { reach } = each;
  if (!reach) return '';
  const wanted = 'atMost' in reach ? `≤ ${reach.atMost}` : `≥ ${reach.atLeast}`;
  return `${wanted} ${isReached(each) ? '✓' : '✗'}`;
}
