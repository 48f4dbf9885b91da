import type { Page } from '@playwright/test';

/** Times that a page notes about itself, by the browser's own clock. */
type Noted = {
  /** When a selector was first drawn (ms since the page began to load). */
  seen: Record<string, number>;
  longTasks: number[];
  /** When each interaction began, and how long (ms) it took until the next frame. */
  interactions: Map<number, { began: number; took: number }>;
  /** Interactions that began earlier are ignored, also when the browser reports them later. */
  since: number;
};
type Noting = Window & { noted: Noted };

/** The Event Timing API reports nothing shorter, and rounds to 8 ms. */
export const SHORTEST_MS = 16;

/** Notes when `selectors` appear, the long tasks and the interactions, in every document of this page. */
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

/** Waits until a noted selector was drawn; returns when that was, in ms since the page began to load. */
export async function momentOf(page: Page, selector: string, timeout = 60_000): Promise<number> {
  // Polled, since a look at every frame would be work in the measured tab.
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

/** Ignores the interactions so far, after waiting for the frames of the last ones. */
export async function forgetInteractions(page: Page): Promise<void> {
  await shown(page);
  await page.evaluate(() => {
    (window as unknown as Noting).noted.since = performance.now();
  });
}

/** The browser reports an interaction some time after its frame. */
const REPORTED_WITHIN_MS = 500;

/**
 * How long (ms) each of the last `count` interactions took; SHORTEST_MS for one that is too short to be
 * reported.
 */
export async function interactions(page: Page, count: number): Promise<number[]> {
  await shown(page);
  const reported = await page.evaluate(
    async ({ wanted, patience }) => {
      const { noted } = window as unknown as Noting;
      const recent = () =>
        [...noted.interactions.values()].filter(({ began }) => began >= noted.since);
      const until = performance.now() + patience;
      while (recent().length < wanted && performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      return recent().map(({ took }) => took);
    },
    { wanted: count, patience: REPORTED_WITHIN_MS },
  );
  if (reported.length > count) throw new Error(`${reported.length} interactions of ${count}`);
  return [...reported, ...Array<number>(count - reported.length).fill(SHORTEST_MS)];
}

/** Waits until the last change is on the screen. */
export async function shown(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 0))),
      ),
  );
}
