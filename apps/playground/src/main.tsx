import { batchedStore, sessionCatalog } from '@agent-memory/core';
import { indexedDbStore } from '@agent-memory/indexeddb';
import { indexedDbRecordStore } from '@agent-memory/indexeddb/long-term';
import { createLongTermMemory } from '@agent-memory/long-term';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createDeviceModels } from './device/device-models.ts';
import { BROWSER_PORTS } from './device/device-ports.ts';
import { createDocumentDesk } from './documents/document-desk.ts';
import { loadDocuments } from './documents/load-documents.ts';
import { storePage } from './offline/store-page.ts';
import { StoredSessions } from './session/stored-sessions.ts';
import { createOpenedFiles } from './storage/opened-files.ts';
import { createAgentPair } from './two-agents/agent-pair.ts';
import './design/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root.');

// Persisted name: changing it leaves every stored session behind.
const databaseName = 'agent-memory-playground';
const disk = indexedDbStore({ databaseName });
const store = batchedStore(disk);
const records = indexedDbRecordStore({ databaseName });
const longTerm = createLongTermMemory({
  store: records,
  // Its messages can be erased with a record.
  sessions: sessionCatalog(store),
});

// The model that runs stays, whichever way of using the page is open.
const models = createDeviceModels(BROWSER_PORTS);

// A document goes on being added, whichever way of using the page is open.
const desk = createDocumentDesk(() => loadDocuments({ databaseName, records, sessions: store }));

createRoot(root).render(
  <StrictMode>
    <StoredSessions value={disk}>
      <App
        store={store}
        longTerm={longTerm}
        pair={createAgentPair({ store: records })}
        desk={desk}
        files={createOpenedFiles()}
        models={models}
      />
    </StoredSessions>
  </StrictMode>,
);

storePage();
