import { MemoryDevtoolsPage } from '@agent-memory/devtools/hosts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root.');

// A link names the memory that it leads to: /devtools/#Support
const memory = decodeURIComponent(location.hash.slice(1));

createRoot(root).render(
  <StrictMode>
    <MemoryDevtoolsPage
      {...(memory !== '' && { memory })}
      home={{ href: '/', title: 'Open the playground' }}
    />
  </StrictMode>,
);
