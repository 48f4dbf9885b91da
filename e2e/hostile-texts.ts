import type { Locator, Page } from '@playwright/test';

export type HostileText = {
  /** At most 30 characters, which the shortest field of the contract accepts. */
  text: string;
  /** Returns a page that the unescaped text harms. Formulas harm no page. */
  careless?(text: string): string;
};

const inText = (text: string) => `<p>${text}</p>`;
const inDoubleQuotes = (text: string) => `<input value="${text}">`;
const inSingleQuotes = (text: string) => `<input value='${text}'>`;

/** One text for each kind of injection. A script that runs sets `pwned`. */
export const HOSTILE: readonly HostileText[] = [
  { text: '<script>pwned=1</script>', careless: inText },
  { text: '<img src=x onerror=pwned=1>', careless: inText },
  { text: '<iframe srcdoc=<b>x</b>>', careless: inText },
  { text: '"><svg onload=pwned=1>', careless: inDoubleQuotes },
  { text: "'><svg onload=pwned=2>", careless: inSingleQuotes },
  { text: '" autofocus onfocus="pwned=1', careless: inDoubleQuotes },
  { text: "' autofocus onfocus='pwned=1", careless: inSingleQuotes },
  { text: 'javascript:pwned=1', careless: (text) => `<a href="${text}">recibo</a>` },
  {
    text: '</textarea><svg onload=pwned>',
    careless: (text) => `<textarea>${text}</textarea>`,
  },
  {
    text: '</script><svg onload=pwned=1>',
    careless: (text) => `<script type="application/json">{"name":"${text}"}</script>`,
  },
  {
    // Entities that are decoded twice.
    text: '&lt;svg onload=pwned=1&gt;',
    careless: (text) =>
      `<p>${text}</p><script>const p = document.querySelector('p'); p.innerHTML = p.textContent</script>`,
  },
  {
    text: '{{pwned=1}}$' + '{pwned=1}',
    careless: (text) => `<script>document.title = \`${text}\`</script>`,
  },
  {
    // Used as the key of an object.
    text: '__proto__',
    careless: (text) =>
      `<p></p><script>
        const sums = {};
        sums[${JSON.stringify(text)}] = 5;
        document.querySelector('p').textContent = Object.keys(sums).join();
      </script>`,
  },
  { text: '=HYPERLINK("javascript:1")' },
  { text: "@SUM(1)*cmd|'/C calc'!A0" },
  { text: '+1+1' },
  { text: '-1-1' },
];

/** Returns the injected elements and scripts of a page. */
export function harmIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    if ('pwned' in window) found.push('a script ran');
    // Ours, the first in the page as it is served.
    const [early] = document.scripts;
    for (const element of document.querySelectorAll('*')) {
      if (element === early && early.text.includes('takeEarlyKeys')) continue;
      if (
        element.matches(
          'script:not([src]), iframe, object, embed, base, meta[http-equiv], img[src="x"]',
        )
      )
        found.push(element.outerHTML.slice(0, 120));
      for (const { name, value } of element.attributes) {
        const leads = ['href', 'src', 'action', 'formaction', 'xlink:href'].includes(name);
        if (/^on/i.test(name) || (leads && /^\s*javascript:/i.test(value)))
          found.push(`<${element.localName} ${name}=${value}>`);
      }
    }
    return found;
  });
}

/** Returns the texts that do not appear verbatim as text, in a field or as an image's name. */
export async function unreadable(where: Locator, texts: readonly string[]): Promise<string[]> {
  const read = await where.evaluate((root) => {
    const values = [...root.querySelectorAll<HTMLInputElement>('input, textarea')].map(
      (field) => field.value,
    );
    const names = [...root.querySelectorAll('img')].map((image) => image.alt);
    // biome-ignore lint/performance/useDomNodeTextContent: what is hidden cannot be read
    return [(root as HTMLElement).innerText, ...values, ...names].join('\n');
  });
  // The layout may break lines.
  const plain = (text: string) => text.replace(/\s+/g, ' ');
  return texts.filter((text) => !plain(read).includes(plain(text)));
}
