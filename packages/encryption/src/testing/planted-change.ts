import type { SessionChange } from '@agent-memory/core';
import {
  aChange,
  aCompactionRecord,
  anEntry,
  aToolCall,
  someHistory,
  someOverlays,
} from '@agent-memory/core/testing';

/** A change that says the word everywhere a session can say something. */
export function aPlantedChange(word: string): SessionChange {
  const condensed = {
    ...{ id: 'condensed-1', compactionId: 'compaction-1', text: `So far: ${word}.`, beforeSeq: 3 },
    ...{ coveredEntries: 2, coveredTokens: 20, values: { values: [], newestSeq: -1 } },
  };
  const overlays = someOverlays({ condensed });
  return aChange({
    entries: [
      anEntry({ seq: 0, text: `Where is the ${word}?` }),
      anEntry({ seq: 1, message: aToolCall({ toolName: word, arguments: `{"q":"${word}"}` }) }),
    ],
    title: { value: `About the ${word}` },
    overlays: { value: overlays, settingsKey: `settings of ${word}` },
    compaction: aCompactionRecord({ summariser: word, lost: { values: [word], total: 1 } }),
    scratchpad: { value: { note: word, bytes: new TextEncoder().encode(word) } },
    system: { value: `You look after the ${word}.` },
    parts: new Map([['note', new Map([[word, word]])]]),
    history: someHistory(0, 8).map((record) =>
      record.kind === 'context'
        ? { ...record, model: word, changed: { ...record.changed, system: word, tools: word } }
        : record,
    ),
  });
}
