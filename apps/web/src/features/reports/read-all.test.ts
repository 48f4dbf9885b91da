import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeepsChanging, newReading, type Progress, readAll } from './read-all.ts';

const PAGE_SIZE = 5;

/** A list with its newest row first, to which `moves` does something before each answer. */
class ChangingList {
  ids: number[];
  asked: number[] = [];
  constructor(length: number) {
    this.ids = Array.from({ length }, (_, index) => length - index);
  }
  add() {
    this.ids.unshift(Math.max(1_000, ...this.ids) + 1);
  }
  delete(at: number) {
    if (this.ids.length > 0) this.ids.splice(at % this.ids.length, 1);
  }
  page(page: number) {
    this.asked.push(page);
    const from = (page - 1) * PAGE_SIZE;
    return {
      results: this.ids.slice(from, from + PAGE_SIZE).map((id) => ({ id })),
      total_pages: Math.ceil(this.ids.length / PAGE_SIZE),
      count: this.ids.length,
    };
  }
}

const idsOf = (rows: { id: number }[]) => rows.map((row) => row.id).sort((a, b) => b - a);
const ignore = () => {};

describe('readAll', () => {
  it('asks for page after page until it has them all, and says how far it is', async () => {
    const list = new ChangingList(12);
    const steps: Progress[] = [];
    const rows = await readAll(
      newReading(),
      async (page) => list.page(page),
      (step) => steps.push(step),
    );
    expect(idsOf(rows)).toEqual(list.ids);
    expect(list.asked).toEqual([1, 2, 3, 1]);
    expect(steps).toEqual([
      { read: 5, count: 12 },
      { read: 10, count: 12 },
      { read: 12, count: 12 },
    ]);
  });

  it.each([[0], [1], [PAGE_SIZE]])('asks once for a list of %i', async (length) => {
    const list = new ChangingList(length);
    expect(idsOf(await readAll(newReading(), async (page) => list.page(page), ignore))).toEqual(
      list.ids,
    );
    expect(list.asked).toEqual([1]);
  });

  it('goes on after a failure where it stopped', async () => {
    const list = new ChangingList(12);
    const reading = newReading();
    let failures = 1;
    const fetchPage = async (page: number) => {
      if (page === 3 && failures-- > 0) throw new Error('away');
      return list.page(page);
    };
    await expect(readAll(reading, fetchPage, ignore)).rejects.toThrow('away');
    expect(idsOf(await readAll(reading, fetchPage, ignore))).toEqual(list.ids);
    expect(list.asked).toEqual([1, 2, 3, 1]);
  });

  it('takes in what was added without reading everything again', async () => {
    const list = new ChangingList(12);
    const fetchPage = async (page: number) => {
      if (list.asked.length === 1) list.add();
      return list.page(page);
    };
    expect(idsOf(await readAll(newReading(), fetchPage, ignore))).toEqual(list.ids);
    expect(list.asked).toEqual([1, 2, 3, 1]);
  });

  it('reads again when something was deleted', async () => {
    const list = new ChangingList(12);
    const fetchPage = async (page: number) => {
      if (list.asked.length === 1) list.delete(0);
      return list.page(page);
    };
    expect(idsOf(await readAll(newReading(), fetchPage, ignore))).toEqual(list.ids);
    expect(list.asked).toEqual([1, 2, 3, 1, 1, 2, 3, 1]);
  });

  it('gives up on a list that does not hold still', async () => {
    const list = new ChangingList(40);
    const fetchPage = async (page: number) => {
      list.delete(page);
      return list.page(page);
    };
    await expect(readAll(newReading(), fetchPage, ignore)).rejects.toThrow(KeepsChanging);
  });

  it('never answers rows that the list does not have at the end, whatever happens meanwhile', async () => {
    // undefined: nothing happens; -1: a row is added; else one is deleted, at that place.
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
        const fetchPage = async (page: number) => {
          for (const at of steps[step++] ?? []) {
            if (at === -1) list.add();
            else if (at !== undefined) list.delete(at);
          }
          return list.page(page);
        };
        const rows = await readAll(newReading(), fetchPage, ignore).catch((error: unknown) => {
          expect(error).toBeInstanceOf(KeepsChanging);
          return undefined;
        });
        if (rows) expect(idsOf(rows)).toEqual([...list.ids].sort((a, b) => b - a));
      }),
      { numRuns: Number(process.env.FC_RUNS ?? 3_000) },
    );
  });
});
