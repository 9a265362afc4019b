import { EMPTY_REPLY, type LocalFailure, LocalModelError } from '@agent-memory/models';
import { expect, test } from 'vitest';
import { explainLocal } from './explain-local.ts';

function words(failure: LocalFailure, text = ''): string {
  const partial = { ...EMPTY_REPLY, text };
  const { sentence, remedies } = explainLocal(
    new LocalModelError(failure, { model: 'small', partial }),
  );
  return [sentence, ...remedies.map((remedy) => remedy.text)].join(' ');
}

test('[MOD-3] remedies are those of this page, and speak to no programmer', () => {
  const failures: readonly LocalFailure[] = [
    { kind: 'device-unsupported', problem: '' },
    { kind: 'download-not-allowed', downloadBytes: 98e6 },
    { kind: 'download-failed', file: 'a.gguf', problem: '' },
    { kind: 'files-unreadable', problem: '' },
    { kind: 'storage-full', problem: '' },
    { kind: 'window-exceeded', windowTokens: 2_048, problem: '' },
  ];
  for (const failure of failures) expect(words(failure)).not.toMatch(/`|the cached files/);
});

test('[MOD-3] what had arrived is said to be kept; the rest is said as the model says it', () => {
  expect(words({ kind: 'engine-lost', problem: '' }, 'Once')).toContain('kept in the chat');
  expect(words({ kind: 'engine-lost', problem: '' })).not.toContain('kept in the chat');
  expect(words({ kind: 'out-of-memory', problem: '' })).toContain('Take a smaller model');
});
