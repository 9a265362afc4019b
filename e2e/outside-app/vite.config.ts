import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// A worker that imports dynamically has to be a module.
export default defineConfig({ plugins: [react()], worker: { format: 'es' } });
