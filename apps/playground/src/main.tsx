import { indexedDbStore } from '@agent-memory/indexeddb';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createOpenedFiles } from './storage/opened-files.ts';
import './design/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root.');

// Persisted name: changing it leaves every stored session behind.
const store = indexedDbStore({ databaseName: 'agent-memory-playground' });

createRoot(root).render(
  <StrictMode>
    <App store={store} files={createOpenedFiles()} />
  </StrictMode>,
);
