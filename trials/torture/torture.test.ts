import { expect, onTestFinished, test } from 'vitest';
import { spoilAndCheck } from './self-proof.ts';
import { torture } from './torture.ts';
import { makePlace } from './tortured-shop.ts';

/** One of each kind, for the whole run has to end within 14 minutes; `npm run torture` makes many, at random. */
const FAULTS = Number(process.env.FAULTS ?? 9);
const SEED = Number(process.env.TORTURE_SEED ?? 20261123);

test(
  'a shop that is tormented in every way loses and doubles nothing',
  async () => {
    console.log(`Torture: FAULTS=${FAULTS} TORTURE_SEED=${SEED}`);
    const place = await makePlace();
    let spoilt: Record<string, string[]> = {};
    const report = await torture({
      place,
      faults: FAULTS,
      seed: SEED,
      inspect: async (books, ledger) => {
        spoilt = await spoilAndCheck(books, ledger);
      },
    });
    console.log(report.text());
    if (report.troubles.length === 0) onTestFinished(place.remove);
    else console.log(`Kept for inspection: ${place.words}`);
    expect(report.troubles).toEqual([]);
    expect(report.finding).toMatchObject({ lost: [], doubled: [], violations: [] });
    // Every key got a reply in the end, and every fault was survived.
    expect(report.finding?.acknowledged).toBe(report.ledger.entries.size);
    expect(report.finding?.stored).toBe(report.ledger.entries.size);
    expect(report.faults).toBe(FAULTS);

    const one = (what: string) => [expect.stringMatching(new RegExp(`^1 ${what}: `))];
    expect(spoilt).toEqual({
      'a sale vanishes whole': one('acknowledged sales lost'),
      'a sale is there twice': one('sales doubled'),
      'a sale is deleted without a request': one('acknowledged sales lost'),
      'a deletion is undone': one('acknowledged deletions undone'),
      'a correction vanishes whole': one('acknowledged records lost'),
      'a movement of cash vanishes whole': one('acknowledged records lost'),
      'a reading of a count vanishes': one('acknowledged records lost'),
      'a listed paper vanishes': one('printed papers lost'),
      'the newest closing vanishes whole': one('acknowledged closings lost'),
    });
  },
  60_000 + FAULTS * 20_000,
);
