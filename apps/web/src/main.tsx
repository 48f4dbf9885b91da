import './app/mantine.css';
import './app/theme.css';
import './app/dialogs.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/query-client.ts';
import { printInLight } from './app/print-in-light.ts';
import { router } from './app/router.tsx';
import { cssVariables, theme } from './app/theme.ts';
import { takeOutUnseen } from './ui/fields/unseen.ts';

refuseMarkupInStrings();
// Style elements need it; setNonce hands it to the scroll lock of modals.
const styleNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
setNonce(styleNonce);
printInLight();
takeOutUnseen();

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);

type Policy = Record<'createHTML' | 'createScriptURL', (text: string) => string | null>;
type Factory = { createPolicy: (name: string, policy: Policy) => unknown };

/**
 * The content security policy requires Trusted Types. Mantine writes <style> elements through innerHTML,
 * so text without a tag may pass. The only scripts that a page starts by their address are the worker that reads
 * the files of imports, and the one that opens the pages without their server. Call this before the first render.
 */
function refuseMarkupInStrings(): void {
  // Some browsers and TypeScript's DOM library lack it.
  const factory = (window as { trustedTypes?: Factory }).trustedTypes;
  factory?.createPolicy('default', {
    createHTML: (text) => {
      if (text.includes('<')) throw new TypeError('Markup in a string');
      return text;
    },
    // Null is refused and reported.
    createScriptURL: (url) =>
      url.startsWith(`${location.origin}/assets/sheet.worker-`) || url === '/worker.js'
        ? url
        : null,
  });
}
