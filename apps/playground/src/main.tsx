import { indexedDbStore } from '@agent-memory/indexeddb';
import { indexedDbRecordStore } from '@agent-memory/indexeddb/long-term';
import { createLongTermMemory } from '@agent-memory/long-term';
import { sessionCatalog } from '@agent-memory/sessions';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createDeviceModels } from './device/device-models.ts';
import { storePage } from './offline/store-page.ts';
import { PageParts } from './session/page-parts.ts';
import './design/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root.');

// Persisted name: changing it leaves every stored session behind.
const databaseName = 'agent-memory-playground';
const store = indexedDbStore({ databaseName });
const parts: PageParts = {
  store,
  sessions: store,
  longTerm: createLongTermMemory({
    store: indexedDbRecordStore({ databaseName }),
    // Its messages can be erased with a record.
    sessions: sessionCatalog(store),
  }),
  models: createDeviceModels(),
};

createRoot(root).render(
  <StrictMode>
    <PageParts value={parts}>
      <App />
    </PageParts>
  </StrictMode>,
);

storePage();
