import type { Locator, Page } from '@playwright/test';

/** Returns the strongest of the three parts of a colour. */
export async function colourOf(
  locator: Locator,
  property: 'background-color' | 'color' = 'background-color',
): Promise<'red' | 'green' | 'blue' | 'none'> {
  const text = await locator.evaluate(
    (element, name) => getComputedStyle(element).getPropertyValue(name),
    property,
  );
  const [red = 0, green = 0, blue = 0] = (text.match(/[\d.]+/g) ?? []).map(Number);
  const most = Math.max(red, green, blue);
  if (most - Math.min(red, green, blue) < 40) return 'none';
  if (most === red) return 'red';
  return most === green ? 'green' : 'blue';
}

/** The value of a custom property of the theme, as computed styles have it. */
export const colourNamed = (page: Page, property: string) =>
  page.evaluate((name) => {
    const probe = document.createElement('span');
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, property);
