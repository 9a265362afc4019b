import { MemoryDevtoolsPage } from '@agent-memory/devtools/hosts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { pageNonce, pageRoot } from './nonce.ts';

createRoot(pageRoot()).render(
  <StrictMode>
    <MemoryDevtoolsPage nonce={pageNonce()} />
  </StrictMode>,
);
