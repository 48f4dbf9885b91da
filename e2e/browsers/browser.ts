/** The commands that the protocols of both browsers have. */
export type Browser = {
  name: string;
  open(url: string): Promise<void>;
  /** Runs a function in the page, without its imports and closure. Arguments and result are JSON. */
  run<Args extends unknown[], Result>(
    inPage: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result>;
  /** Real input, in the form that both versions of WebDriver share. */
  act(sources: InputSource[]): Promise<void>;
  /** The tabs, the oldest one first. */
  tabs(): Promise<string[]>;
  turnTo(tab: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  quit(): Promise<void>;
};

export type InputSource = {
  id: string;
  type: 'key' | 'pointer';
  actions: Record<string, string | number>[];
};

const PATIENCE_MS = 30_000;

/** Polls until the result is truthy. */
export async function until<T>(what: string, poll: () => Promise<T | false | null | undefined>) {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const result = await poll();
    if (result) return result;
    if (Date.now() > end) throw new Error(`Waited ${PATIENCE_MS / 1000} s for: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** WebDriver's codes of keys without a letter. */
const KEYS: Record<string, string> = {
  Enter: '\uE007',
  Tab: '\uE004',
  ArrowDown: '\uE015',
  ArrowUp: '\uE013',
};

/** A user who sees the painted page, and has a keyboard and a mouse. */
export function person(browser: Browser) {
  const keys = (all: string[]) =>
    browser.act([
      {
        id: 'keyboard',
        type: 'key',
        actions: all.flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      },
    ]);

  const locate = (role: string, name: string, then: 'focus' | 'scroll' | '' = '') =>
    browser.run(find, role, name, then);

  const self = {
    press: (key: string) => keys([KEYS[key] ?? key]),

    /** Waits for the focus in the field of this name, then types. */
    async type(field: string, text: string, thenPress?: string) {
      await until(`the focus in ${field}`, () => browser.run(isFocusIn, field));
      await keys([...text]);
      if (thenPress) await self.press(thenPress);
    },

    /** Waits until it is inside the window and not covered. */
    inSight: (role: string, name: string) =>
      until(`${role} “${name}” in sight`, async () => {
        const found = await locate(role, name);
        return found?.inSight && found;
      }),

    async click(role: string, name: string) {
      await until(`${role} “${name}”`, () => locate(role, name, 'scroll'));
      const { x, y } = await self.inSight(role, name);
      const actions = [
        { type: 'pointerMove', x, y },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ];
      await browser.act([{ id: 'mouse', type: 'pointer', actions }]);
    },

    /** For an element that no single key leads to. */
    async focus(role: string, name: string) {
      await until(`${role} “${name}”`, () => locate(role, name, 'focus'));
    },

    /** The value or the text of the element of this role and name. */
    read: async (role: string, name: string) => (await locate(role, name))?.text,

    see: (text: string) =>
      until(`“${text}” on ${browser.name}`, () => browser.run(bodyContains, text)),

    /** Waits for a new tab, or for the link that replaces a blocked one, and goes there. */
    async followPaper(link: string, before: string[]) {
      const fresh = async () => (await browser.tabs()).find((tab) => !before.includes(tab));
      const seen = await until('a tab or its link', async () => {
        const tab = await fresh();
        return tab ?? ((await locate('link', link)) ? 'blocked' : false);
      });
      const wasBlocked = seen === 'blocked';
      // Without scrolling, since the user does not know that there is a link.
      const wasInSight = !wasBlocked || (await locate('link', link))?.inSight === true;
      if (wasBlocked) {
        // Half a second after the link comes, the counter loads its page again, and a click would be lost.
        await until('the next order', async () => !(await browser.run(bodyContains, 'Imprimindo')));
        await self.click('link', link);
      }
      await browser.turnTo(wasBlocked ? await until('the tab', fresh) : seen);
      return { wasBlocked, wasInSight };
    },
  };
  return self;
}

/** Runs in the page: finds the visible element of a role and an accessible name. */
function find(role: string, name: string, then: 'focus' | 'scroll' | '') {
  const selectors: Record<string, string> = {
    button: 'button, [role=button]',
    link: 'a[href]',
    field: 'input, textarea, select',
    menuitem: '[role=menuitem]',
    option: '[role=option]',
    row: 'tbody tr',
    article: 'article, main',
  };
  const words = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element) => {
    const { labels } = element as HTMLInputElement;
    return words(
      element.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element.textContent,
    );
  };
  const isRow = role === 'row' || role === 'article';
  const element = [...document.querySelectorAll<HTMLElement>(selectors[role] ?? role)].find(
    (each) =>
      each.getClientRects().length > 0 &&
      (isRow ? words(each.textContent).includes(name) : nameOf(each) === name),
  );
  if (!element) return null;
  if (then === 'focus') element.focus();
  if (then === 'scroll') element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const box = element.getBoundingClientRect();
  const x = Math.round(box.left + box.width / 2);
  const y = Math.round(box.top + box.height / 2);
  const hit = document.elementFromPoint(x, y);
  const { value, labels } = element as Partial<HTMLInputElement>;
  const label = labels?.[0]?.getBoundingClientRect();
  return {
    x,
    y,
    inSight: hit !== null && element.contains(hit),
    text: words(value || element.textContent),
    isBesideItsLabel: label !== undefined && label.top < y && y < label.bottom,
    isUnderItsLabel: label !== undefined && Math.abs(label.bottom - box.top) < 4,
    isWhole: element.scrollWidth <= element.clientWidth + 1,
  };
}

function isFocusIn(field: string) {
  const focused = document.activeElement as HTMLInputElement | null;
  const name = focused?.getAttribute('aria-label') ?? focused?.labels?.[0]?.textContent;
  return name?.replace(/\*/g, '').trim() === field;
}

function bodyContains(text: string) {
  // biome-ignore lint/performance/useDomNodeTextContent: in the other one the cells of a row run together
  return (document.body?.innerText ?? '').replace(/\s+/g, ' ').includes(text);
}
