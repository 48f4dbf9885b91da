import { expect, test } from '../fixtures.ts';
import { HOSTILE, harmIn } from '../hostile-texts.ts';

// Every other test relies on this: no error on a page goes unseen.
test('errors on any page are caught, and our pages run nothing that is put in', async ({
  page,
  context,
  expectConsoleError,
  seenErrors,
}) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Olá, bem vindo!' })).toBeVisible();
  expect(seenErrors).toEqual([]);
  expect(await harmIn(page)).toEqual([]);

  expectConsoleError(/CSP violation|Content Security Policy|requires? 'Trusted|planted/i);
  await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'body { color: red }';
    document.head.append(style);
  });
  await expect.poll(() => seenErrors.join()).toContain('CSP violation: style-src-elem inline');

  const markup = HOSTILE[1]?.text ?? '';
  const asMarkup = page.evaluate((html) => {
    document.body.insertAdjacentHTML('beforeend', html);
  }, markup);
  await expect(asMarkup).rejects.toThrow();
  const asHandler = page.evaluate(() => document.body.setAttribute('onclick', 'pwned=1'));
  await expect(asHandler).rejects.toThrow();
  await expect.poll(() => seenErrors.join()).toContain('CSP violation: require-trusted-types-for');
  expect(await harmIn(page)).toEqual([]);
  await page.evaluate(() => {
    document.body.append(Object.assign(new Image(), { src: 'x' }));
    Object.assign(window, { pwned: 1 });
  });
  expect(await harmIn(page)).toEqual(['a script ran', expect.stringContaining('src="x"')]);

  const before = seenErrors.length;
  await page
    .evaluate(() => {
      const script = document.createElement('script');
      script.src = 'https://elsewhere.example/planted.js';
      document.head.append(script);
    })
    .catch(() => {
      // The page also requires Trusted Types.
    });
  const refused = () => seenErrors.slice(before).join();
  await expect.poll(refused).toMatch(/CSP violation: (script-src|require-trusted)/);

  const other = await context.newPage();
  await other.goto('/login');
  await other.evaluate(() => {
    console.error('planted on another page');
    setTimeout(() => {
      throw new Error('planted and uncaught');
    });
  });
  await expect.poll(() => seenErrors.join()).toContain('planted on another page');
  await expect.poll(() => seenErrors.join()).toContain('planted and uncaught');
});
