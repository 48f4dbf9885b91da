import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { manualPlugin } from './manual/manual-plugin.ts';
import { workerPlugin } from './src/worker/worker-plugin.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  plugins: [react(), manualPlugin(), workerPlugin()],
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
          // By itself the bundler made seventy small files of the counter, and asking for each takes its time, also
          // from the cache: a third of the time after a sale until the next one could be typed.
          groups: [
            // The code that every page needs: it stays in the browser's cache over our releases.
            {
              name: 'framework',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/,
              priority: 4,
            },
            // Each with all that it imports and no group above has.
            { name: 'start', test: /src[\\/]main\.tsx$/, priority: 3 },
            { name: 'shell', test: /src[\\/]app[\\/](shell|signed-in)\.tsx$/, priority: 2 },
            // Alone, so that no other page loads it. The rows that are dragged come later, what keeps sales and what
            // asks about lists of material in shops that have them.
            {
              name: 'counter',
              test: /features[\\/]counter[\\/](?!.*movable-rows|kept[\\/]|lists[\\/])/,
              includeDependenciesRecursively: false,
              priority: 1,
            },
            { name: 'parts', test: /counter-page\.tsx$/ },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server } },
});
