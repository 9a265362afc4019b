import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// With these a page may share memory between threads.
const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
};

// As strict as an app with a model on the device can be.
const policy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "style-src 'self' 'unsafe-inline'",
].join('; ');

export default defineConfig({
  plugins: [react()],
  // A worker that imports dynamically has to be a module.
  worker: { format: 'es' },
  server: { headers },
  preview: { headers: { ...headers, 'Content-Security-Policy': policy } },
});
