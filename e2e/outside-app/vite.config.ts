import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// With these a page may share memory between threads.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

export default defineConfig({
  plugins: [react()],
  // A worker that imports dynamically has to be a module.
  worker: { format: 'es' },
  server: { headers },
  preview: { headers },
});
