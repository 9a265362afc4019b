import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { isolation } from './isolation.mjs';

export default defineConfig({
  plugins: [react()],
  resolve: {
    // The workspace's packages are taken from their source, so nothing needs to be built first,
    // and what they have as a peer from here, whichever of them asks for it: `npm start` installs
    // no peers in their own folders.
    conditions: ['@agent-memory/source', ...defaultClientConditions],
    dedupe: ['react', 'react-dom', '@agent-memory/long-term', 'pdfjs-dist'],
  },
  server: { headers: isolation },
  // The token ranks are one chunk of 2.2 MB that is loaded when the page has long been up.
  build: {
    chunkSizeWarningLimit: 2_500,
    // The page counts for itself, so the exact counter stands in the first chunk although core
    // imports it when wanted. What is large, the ranks, is a chunk of its own all the same.
    rolldownOptions: { checks: { ineffectiveDynamicImport: false, bundlerTimings: false } },
  },
  // web-llm's worker is 6 MB: a person who starts the page need not be warned of it.
  worker: { rolldownOptions: { checks: { bundlerTimings: false } } },
});
