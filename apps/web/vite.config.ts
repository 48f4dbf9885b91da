import react from '@vitejs/plugin-react';
import mantine from 'postcss-preset-mantine';
import { defineConfig } from 'vite';

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  plugins: [react()],
  css: { postcss: { plugins: [mantine()] } },
  build: {
    // A shop's till is often an old machine whose browser still updates itself.
    target: 'es2022',
    // Logos stay files: the server may replace them, and papers link to them by address.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': server } },
});
