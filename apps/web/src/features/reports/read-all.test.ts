import fc from 'fast-check';
import { expect, it } from 'vitest';
import { KeepsChanging, newReading, type Progress, readAll, readTogether } from './read-all.ts';

const PAGE_SIZE = 5;

/** A list with its newest row first. */
class ChangingList {
  ids: number[];
  pagesRead: number[] = [];
  constructor(length: number) {
    this.ids = Array.from({ length }, (_, index) => length - index);
  }
  add(_at?: number) {
    this.ids.unshift(Math.max(1_000, ...this.ids) + 1);
  }
  delete(at: number) {
    if (this.ids.length > 0) this.ids.splice(at % this.ids.length, 1);
  }
  page(page: number) {
    this.pagesRead.push(page);
    const from = (page - 1) * PAGE_SIZE;
    return {
      results: this.ids.slice(from, from + PAGE_SIZE).map((id) => ({ id })),
      total_pages: Math.ceil(this.ids.length / PAGE_SIZE),
      count: this.ids.length,
    };
  }
}

const idsOf = (rows: { id: number }[]) => rows.map((row) => row.id).sort((a, b) => b - a);
/** Reads the list; `meanwhile` runs before each page. */
async function read(list: ChangingList, meanwhile = (_: number) => {}, reading = newReading()) {
  const page = async (number: number) => {
    meanwhile(number);
    return list.page(number);
  };
  return idsOf(await readAll(reading, page, () => {}));
}

it('asks for page after page until it has them all, and says how far it is', async () => {
  const list = new ChangingList(12);
  const steps: Progress[] = [];
  const page = async (number: number) => list.page(number);
  await readAll(newReading(), page, (step) => steps.push(step));
  const said = steps.map(({ read, count }) => `${read} of ${count}`);
  expect(said).toEqual(['5 of 12', '10 of 12', '12 of 12']);
});

it.each([[0], [1], [PAGE_SIZE]])('asks once for a list of %i', async (length) => {
  const list = new ChangingList(length);
  expect(await read(list)).toEqual(list.ids);
  expect(list.pagesRead).toEqual([1]);
});

it('goes on after a failure where it stopped', async () => {
  const list = new ChangingList(12);
  const reading = newReading();
  let failures = 1;
  const failOnce = (page: number) => {
    if (page === 3 && failures-- > 0) throw new Error('away');
  };
  await expect(read(list, failOnce, reading)).rejects.toThrow('away');
  expect(await read(list, failOnce, reading)).toEqual(list.ids);
  expect(list.pagesRead).toEqual([1, 2, 3, 1]);
});

it.each([
  ['takes in what was added without reading everything again', 'add', [1, 2, 3, 1]],
  ['reads again when something was deleted', 'delete', [1, 2, 3, 1, 1, 2, 3, 1]],
] as const)('%s', async (_, change, pagesRead) => {
  const list = new ChangingList(12);
  const ids = await read(list, () => {
    if (list.pagesRead.length === 1) list[change](0);
  });
  expect(ids).toEqual(list.ids);
  expect(list.pagesRead).toEqual(pagesRead);
});

it('gives up on a list that does not hold still', async () => {
  const list = new ChangingList(40);
  await expect(read(list, (page) => list.delete(page))).rejects.toThrow(KeepsChanging);
});

it('never returns rows that the list does not have at the end', async () => {
  // undefined changes nothing, -1 adds a row, any other number deletes the row there.
  const move = fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 2, arbitrary: fc.constant(-1) },
    { weight: 1, arbitrary: fc.nat(60) },
  );
  const moves = fc.array(fc.array(move, { maxLength: 3 }), { maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 30 }), moves, async (length, steps) => {
      const list = new ChangingList(length);
      let step = 0;
      const ids = await read(list, () => {
        for (const at of steps[step++] ?? []) {
          if (at === -1) list.add();
          else if (at !== undefined) list.delete(at);
        }
      }).catch((error: unknown) => {
        expect(error).toBeInstanceOf(KeepsChanging);
        return undefined;
      });
      if (ids) expect(ids).toEqual([...list.ids].sort((a, b) => b - a));
    }),
    { numRuns: Number(process.env.FC_RUNS ?? 3_000) },
  );
});

/** Exchanges are in both lists: `meanwhile` makes them between the pages. */
async function readBoth(meanwhile: (step: number) => void, [before, others]: [number, number]) {
  const [corrections, sales] = [new ChangingList(before), new ChangingList(others)];
  let step = 0;
  const listed = (list: ChangingList) => ({
    reading: newReading(),
    fetchPage: async (number: number) => {
      const page = list.page(number);
      meanwhile(step++);
      return page;
    },
    onProgress: () => {},
  });
  const exchange = () => {
    corrections.add();
    sales.add();
  };
  const read = readTogether(listed(corrections), listed(sales));
  return { corrections, sales, exchange, read };
}

it('has an exchange in both lists or in neither', async () => {
  const made = fc.array(fc.boolean(), { maxLength: 20 });
  const lengths = fc.tuple(fc.nat(12), fc.nat(12));
  await fc.assert(
    fc.asyncProperty(made, lengths, async (exchanges, [before, others]) => {
      let exchange = () => {};
      const both = await readBoth((step) => exchanges[step] && exchange(), [before, others]);
      exchange = both.exchange;
      const rows = await both.read.catch((error: unknown) => {
        expect(error).toBeInstanceOf(KeepsChanging);
        return undefined;
      });
      if (!rows) return;
      expect(rows.changing.length - others).toBe(rows.added.length - before);
    }),
    { numRuns: Number(process.env.FC_RUNS ?? 1_000) },
  );
});
