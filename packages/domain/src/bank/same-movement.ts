import type { BusinessDay } from '../dates/business-day.ts';
import type { Cents } from '../money.ts';
import { initialsOf, mayBeOneName, mayShareName } from './short-memo.ts';

/** Money that came, or a Pix that went out, as one file has it. */
export type Movement = {
  account: string;
  day: BusinessDay;
  time: string | null;
  amount: Cents;
  txid: string | null;
  end_to_end: string | null;
  kind: string;
  /** Shortened. */
  memo: string;
};

/** Places in the two lists. `isSure`: an identifier says so, or neither text nor time speaks against it. */
export type SameMovement = { kept: number; read: number; isSure: boolean };

/** Two files of a bank may have the times of sending and of booking. */
const SAME_MINUTES = 10;

/**
 * Which lines of a file are here already. Banks tell of one movement with another text, time or set of identifiers in
 * each of their files, so day and amount decide, per account: as many pairs as the shorter list has. Only
 * the Pix network's identifier, or the shop's own, proves that two lines are not the same. The likest are paired
 * first; the order of the lists decides among equals. They come in portions, so that others can run in between.
 */
export function* pairMovements(
  kept: readonly Movement[],
  read: readonly Movement[],
): Generator<SameMovement[]> {
  const left = { kept: new Set(kept.keys()), read: new Set(read.keys()) };
  const pairBy = ({ kept: keptKey, read: readKeys }: Likeness, isProof = false) => {
    const pairs: SameMovement[] = [];
    const waiting = new Map<string, number[]>();
    // The last is taken first.
    for (const at of [...left.kept].reverse()) {
      const key = keptKey(kept[at] as Movement);
      if (key === undefined) continue;
      const same = waiting.get(key);
      if (same) same.push(at);
      else waiting.set(key, [at]);
    }
    for (const at of left.read) {
      const line = read[at] as Movement;
      const key = readKeys(line).find((each) => waiting.get(each)?.length);
      const found = key === undefined ? undefined : waiting.get(key)?.pop();
      if (found === undefined) continue;
      left.kept.delete(found);
      left.read.delete(at);
      pairs.push({
        ...{ kept: found, read: at },
        isSure: isProof || mayBe(kept[found] as Movement, line),
      });
    }
    return pairs;
  };

  const way = ({ kind, amount }: Movement) => `${kind === 'sent' ? '-' : ''}${amount}`;
  const group = (line: Movement) => `${line.account}|${line.day}|${way(line)}`;
  const named: KeyOf = (line) =>
    line.end_to_end === null ? undefined : `${line.end_to_end}|${way(line)}`;
  yield pairBy(exactly(named), true);
  yield pairBy(
    exactly((line) => (line.txid === null ? undefined : `${group(line)}|${line.txid}`)),
    true,
  );
  const names = namesOf(kept, group);
  const name: KeyOf = ({ memo }) => initialsOf(memo) || undefined;
  const alike: Likeness[] = [
    exactly(({ time, memo }) => `${time}|${memo}`),
    exactly(name),
    { kept: name, read: (line) => nearestNames(initialsOf(line.memo), names.get(group(line))) },
    exactly(({ time }) => time ?? undefined),
    exactly(({ memo }) => initialsOf(memo)[0]),
    exactly(() => ''),
  ];
  const ofOneKind = alike.map((likeness) => within(likeness, ({ kind }) => kind));
  const [inKept, inRead] = [kept, read].map((lines) => new Set(lines.map(identifiersOf)));
  const possible = CAN_BE_SAME.filter(([has, other]) => inKept?.has(has) && inRead?.has(other));
  for (const likeness of [...ofOneKind, ...alike]) {
    for (const [keptHas, readHas] of possible) {
      const { kept, read } = within(likeness, group);
      yield pairBy({
        kept: (line) => (identifiersOf(line) === keptHas ? kept(line) : undefined),
        read: (line) => (identifiersOf(line) === readHas ? read(line) : []),
      });
    }
  }
}

type KeyOf = (line: Movement) => string | undefined;
type KeysOf = (line: Movement) => readonly string[];
/** By what a line of one list may meet one of the other; of several keys the first that waits. */
type Likeness = { kept: KeyOf; read: KeysOf };

const exactly = (keyOf: KeyOf): Likeness => ({
  kept: keyOf,
  read: (line) => {
    const key = keyOf(line);
    return key === undefined ? [] : [key];
  },
});

/** The same among the lines of one part alone. */
const within = ({ kept, read }: Likeness, part: (line: Movement) => string): Likeness => ({
  kept: (line) => {
    const key = kept(line);
    return key === undefined ? undefined : `${part(line)}|${key}`;
  },
  read: (line) => read(line).map((key) => `${part(line)}|${key}`),
});

/** So many names of one day and amount are compared with one another; of more, only the same ones meet. */
const MOST_NAMES = 60;

function namesOf(lines: readonly Movement[], group: (line: Movement) => string) {
  const names = new Map<string, Set<string>>();
  for (const line of lines) {
    const name = initialsOf(line.memo);
    if (name === '') continue;
    const known = names.get(group(line));
    if (known) known.add(name);
    else names.set(group(line), new Set([name]));
  }
  return names;
}

/** Those that contain the name or are contained in it: a bank puts words before a name and cuts it off. */
export function nearestNames(
  name: string,
  names: ReadonlySet<string> | undefined,
): readonly string[] {
  if (name === '' || !names) return [];
  if (names.size > MOST_NAMES) return names.has(name) ? [name] : [];
  const far = (other: string) => Math.abs(other.length - name.length);
  return [...names].filter((other) => mayBeOneName(name, other)).sort((a, b) => far(a) - far(b));
}
type Identifiers = '' | 'txid' | 'network' | 'both';

const identifiersOf = ({ txid, end_to_end }: Movement): Identifiers => {
  if (end_to_end === null) return txid === null ? '' : 'txid';
  return txid === null ? 'network' : 'both';
};

/** Lines with an identifier of one kind, and not the same, are two movements. The choosiest come first. */
const CAN_BE_SAME: readonly [Identifiers, Identifiers][] = [
  ['txid', 'network'],
  ['network', 'txid'],
  ...(['both', 'network', 'txid'] as const).flatMap((has): [Identifiers, Identifiers][] => [
    [has, ''],
    ['', has],
  ]),
  ['', ''],
];

/** Whether nothing speaks against it. */
function mayBe(one: Movement, other: Movement): boolean {
  return (
    mayShareName(one.memo, other.memo) &&
    minutesBetween(one.time, other.time) <= SAME_MINUTES &&
    one.kind === other.kind
  );
}

function minutesBetween(one: string | null, other: string | null): number {
  return one === null || other === null ? 0 : Math.abs(minuteOf(one) - minuteOf(other));
}

export function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
