import { expect, test } from './fixtures.ts';

// Every other test relies on this: no error on a page goes unseen.
test('errors on any page are caught', async ({ page, context, expectConsoleError, seenErrors }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Olá, bem vindo!' })).toBeVisible();
  expect(seenErrors).toEqual([]);

  expectConsoleError(/CSP violation|Content Security Policy|TrustedScriptURL|planted/i);
  await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'body { color: red }';
    document.head.append(style);
  });
  await expect.poll(() => seenErrors.join()).toContain('CSP violation: style-src-elem inline');

  await page
    .evaluate(() => {
      const script = document.createElement('script');
      script.src = 'https://elsewhere.example/planted.js';
      document.head.append(script);
    })
    .catch(() => {
      // The page also requires Trusted Types.
    });
  await expect.poll(() => seenErrors.join()).toMatch(/CSP violation: (script-src|require-trusted)/);

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
