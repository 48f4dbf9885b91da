import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  plugins: [react()],
  build: {
    // A shop's till is often an old machine whose browser still updates itself.
    target: 'es2022',
    // Logos stay files: the server may replace them, and papers link to them by address.
    assetsInlineLimit: 0,
    // Every browser that gets the page drawn knows <link rel="modulepreload"> by itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs, as one file: 3 kB less than in pieces, and kept when only ours changes.
          groups: [
            {
              name: 'framework',
              test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server } },
});
