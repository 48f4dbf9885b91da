import type { Page } from '@playwright/test';

/** What the pages of this bench note about themselves, by the browser's own clock (page-clock.ts). */
type Noted = {
  /** When a selector was first on the screen (ms since the page began to load). */
  seen: Record<string, number>;
  longTasks: number[];
  /** When each interaction began, and how long (ms) until the frame that shows what it did. */
  interactions: Map<number, { began: number; took: number }>;
  /** Interactions that began before are forgotten, also when they are told of later. */
  since: number;
};
type Noting = Window & { noted: Noted };

/** The Event Timing API tells of nothing shorter, and rounds to 8 ms. */
export const SHORTEST_MS = 16;

/** Has every document of this page note when `selectors` are there, its long tasks and its interactions. */
export async function noteTimes(page: Page, selectors: readonly string[] = []): Promise<void> {
  await page.addInitScript(
    ({ sought, shortest }) => {
      const noted: Noted = { seen: {}, longTasks: [], interactions: new Map(), since: 0 };
      Object.assign(window, { noted });
      const look = () => {
        for (const selector of sought) {
          if (selector in noted.seen || !document.querySelector(selector)) continue;
          noted.seen[selector] = Number.NaN;
          // After the frame in which it is drawn.
          requestAnimationFrame(() =>
            setTimeout(() => {
              noted.seen[selector] = performance.now();
            }),
          );
        }
      };
      new MutationObserver(look).observe(document, {
        subtree: true,
        childList: true,
        attributes: true,
      });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) noted.longTasks.push(duration);
      }).observe({ type: 'longtask', buffered: true });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { interactionId: number })[]) {
          if (entry.interactionId === 0) continue;
          const known = noted.interactions.get(entry.interactionId);
          noted.interactions.set(entry.interactionId, {
            began: Math.min(known?.began ?? entry.startTime, entry.startTime),
            took: Math.max(known?.took ?? 0, entry.duration),
          });
        }
      }).observe({
        type: 'event',
        durationThreshold: shortest,
        buffered: true,
      } as PerformanceObserverInit);
    },
    { sought: selectors, shortest: SHORTEST_MS },
  );
}

/** Waits until a noted selector was drawn; answers when that was, in ms since the page began to load. */
export async function momentOf(page: Page, selector: string, timeout = 60_000): Promise<number> {
  // Polled rather than at every frame: looking is work in the tab that is measured.
  const seen = await page.waitForFunction(
    (sought) => (window as unknown as Noting).noted?.seen[sought] || undefined,
    selector,
    { timeout, polling: 100 },
  );
  return (await seen.jsonValue()) as number;
}

export function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...(window as unknown as Noting).noted.longTasks));
}

/** That a task of this length is seen: an observer that sees none would find every page fluid. */
export async function proveLongTasksAreSeen(page: Page): Promise<void> {
  const PLANTED_MS = 120;
  const seen = await page.evaluate(async (planted) => {
    const { noted } = window as unknown as Noting;
    await new Promise<void>((resolve) =>
      setTimeout(() => {
        const until = performance.now() + planted;
        while (performance.now() < until);
        resolve();
      }),
    );
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)));
    const longest = Math.max(0, ...noted.longTasks);
    noted.longTasks.length = 0;
    return longest;
  }, PLANTED_MS);
  if (seen < PLANTED_MS)
    throw new Error(`A task of ${PLANTED_MS} ms was seen as one of ${seen} ms`);
}

/** Forgets the interactions so far; what is still on its way to a frame is waited for. */
export async function forgetInteractions(page: Page): Promise<void> {
  await shown(page);
  await page.evaluate(() => {
    (window as unknown as Noting).noted.since = performance.now();
  });
}

/** The browser tells of an interaction some time after its frame. */
const TOLD_WITHIN_MS = 500;

/**
 * How long each of the last `count` interactions took. Of those that are too short to be told of, as long
 * as they may have been; none may be missing that was longer.
 */
export async function interactions(page: Page, count: number): Promise<number[]> {
  await shown(page);
  const told = await page.evaluate(
    async ({ wanted, patience }) => {
      const { noted } = window as unknown as Noting;
      const so = () => [...noted.interactions.values()].filter(({ began }) => began >= noted.since);
      const until = performance.now() + patience;
      while (so().length < wanted && performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return so().map(({ took }) => took);
    },
    { wanted: count, patience: TOLD_WITHIN_MS },
  );
  if (told.length > count) throw new Error(`${told.length} interactions of ${count}`);
  return [...told, ...Array<number>(count - told.length).fill(SHORTEST_MS)];
}

/** That what was done last is on the screen, and has been told of. */
export async function shown(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 0))),
      ),
  );
}
