import type { BusinessDay } from '../dates/business-day.ts';
import type { Cents } from '../money.ts';
import { initialsOf } from './short-memo.ts';

/** Money that came, or a Pix that went out, as one file tells of it. */
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
 * each of their files, so day and amount decide, per account: as many pairs as the list that has fewer of them. Only
 * the Pix network's identifier, or the shop's own, proves that two lines are not the same. The likest are paired
 * first; the order of the lists decides among equals.
 */
export function pairMovements(
  kept: readonly Movement[],
  read: readonly Movement[],
): SameMovement[] {
  const left = { kept: new Set(kept.keys()), read: new Set(read.keys()) };
  const pairs: SameMovement[] = [];
  const pairBy = (keptKey: KeyOf, readKey = keptKey, isProof = false) => {
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
      const key = readKey(line);
      const found = key === undefined ? undefined : waiting.get(key)?.pop();
      if (found === undefined) continue;
      left.kept.delete(found);
      left.read.delete(at);
      pairs.push({
        ...{ kept: found, read: at },
        isSure: isProof || mayBe(kept[found] as Movement, line),
      });
    }
  };

  const way = ({ kind, amount }: Movement) => `${kind === 'sent' ? '-' : ''}${amount}`;
  const group = (line: Movement) => `${line.account}|${line.day}|${way(line)}`;
  pairBy(
    (line) => (line.end_to_end === null ? undefined : `${line.end_to_end}|${way(line)}`),
    undefined,
    true,
  );
  pairBy(
    (line) => (line.txid === null ? undefined : `${group(line)}|${line.txid}`),
    undefined,
    true,
  );
  const alike: KeyOf[] = [
    ({ time, memo }) => `${time}|${memo}`,
    ({ memo }) => initialsOf(memo) || undefined,
    ({ time }) => time ?? undefined,
    ({ memo }) => initialsOf(memo)[0],
    () => '',
  ];
  const ofOneKind = alike.map(
    (likeness): KeyOf =>
      (line) => {
        const like = likeness(line);
        return like === undefined ? undefined : `${line.kind}|${like}`;
      },
  );
  const [inKept, inRead] = [kept, read].map((lines) => new Set(lines.map(identifiersOf)));
  const possible = CAN_BE_SAME.filter(([has, other]) => inKept?.has(has) && inRead?.has(other));
  for (const likeness of [...ofOneKind, ...alike]) {
    for (const [keptHas, readHas] of possible) {
      const keyed = (has: Identifiers) => (line: Movement) => {
        const like = identifiersOf(line) === has ? likeness(line) : undefined;
        return like === undefined ? undefined : `${group(line)}|${like}`;
      };
      pairBy(keyed(keptHas), keyed(readHas));
    }
  }
  return pairs;
}

type KeyOf = (line: Movement) => string | undefined;
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
  const names = [initialsOf(one.memo), initialsOf(other.memo)] as const;
  const sameNames = isWithin(...names) || isWithin(names[1], names[0]);
  return (
    sameNames && minutesBetween(one.time, other.time) <= SAME_MINUTES && one.kind === other.kind
  );
}

/** All letters of one text in another one, in their order: banks cut names off, and complete them later. */
function isWithin(letters: string, text: string): boolean {
  let at = 0;
  for (const letter of text) if (letter === letters[at]) at++;
  return at === letters.length;
}

function minutesBetween(one: string | null, other: string | null): number {
  return one === null || other === null ? 0 : Math.abs(minuteOf(one) - minuteOf(other));
}

export function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}
