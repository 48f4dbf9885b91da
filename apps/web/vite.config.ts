import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { manualPlugin } from './manual/manual-plugin.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  plugins: [react(), manualPlugin()],
  build: {
    // A cash register is often an old machine, but its browser updates itself.
    target: 'es2022',
    // Logos stay files: the server may replace them, and papers link to them.
    assetsInlineLimit: 0,
    // Every browser that renders the page supports <link rel="modulepreload">.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // V8 then compiles all functions while it downloads, in another thread. One by one, at their first
        // call, it took a fifth of the time until the login was there.
        postBanner: '//# allFunctionsCalledOnLoad',
        codeSplitting: {
          // The code that every page needs, in one file: 3 kB smaller, and cached over our releases.
          groups: [
            {
              name: 'framework',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]|createReactComponent/,
            },
            // Small files that most pages behind the login load. Together they weigh less, because every
            // page lists the names of its files. What they import stays outside, or the login, which imports
            // some of that too, would load all of them. So no file here may be imported by what it imports.
            {
              name: 'bits',
              test: /Icon(AlertTriangle|Chevron(Down|Left|Right)|Printer|Search|X)\.m?js|@mantine[/].*[/](ActionIcon\w*|Anchor|CheckIcon|DirectionProvider|Flex|RadioIcon|Skeleton(\.module)?|create-safe-context|flex-props|use-window-event|use-uncontrolled|use-merged-ref)(\.module)?\.m?js|src[/](app[/]lock[/]idle-lock|routes|ui[/]help-link)\.tsx?/,
              includeDependenciesRecursively: false,
            },
            {
              name: 'dialogs',
              test: /src[/](ui[/](lists[/]table-roles|paper[/](print-tab|print-page-link|use-paper|use-reprint)|dialogs[/]confirm-dialog|messages[/]load-notice|save-file)|api[/](use-code|retries|uuid)|features[/](closings[/]use-c(lose|ount)-box|sales[/]receipt[/]use-receipt-reprint|corrections[/](sale-correction|record[/]started-exchange)))\.tsx?/,
              includeDependenciesRecursively: false,
            },
            // The parts of every list.
            {
              name: 'lists',
              test: /src[/](ui[/](lists[/](?!list-and-dialog|list-address|period-presets|search-form|table-roles)|dialogs[/]use-removal|messages[/]outcome)|features[/](exports[/]export-button|imports[/]import-button|sales[/](sale-mark|sales.queries)))/,
              includeDependenciesRecursively: false,
            },
            // What the router reads addresses with, in one file instead of three.
            {
              name: 'address',
              test: /src[\\/](.*[\\/])?(business-day|list-address|list-limits|sale-orders)\.ts/,
            },
            // In files of their own, these few lines each would weigh more as names in the list of files.
            {
              name: 'money',
              test: /src[\\/](.*[\\/])?(correction-payments|cpf|money|net-payments|payment-lines|payments-of-sale|reais|refund-worth|sale-code|sale-total|text-lengths)\.ts/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server } },
});
