import { inMemoryStore } from '@agent-memory/core';
import { aChange } from '@agent-memory/core/testing';
import { expect, test } from 'vitest';
import { keyFromPassphrase } from './key-from-passphrase.ts';
import { encryptedStore } from './session/encrypted-store.ts';

const SALT = new Uint8Array(16).fill(7);

test('[STO-11] the same passphrase and salt open what they closed, however a keyboard writes it; others do not', async () => {
  const inner = inMemoryStore();
  const composed = await keyFromPassphrase('Caf\u00e9 au lait', SALT);
  expect(composed.extractable).toBe(false);
  await encryptedStore(inner, composed).commit('a', aChange({ scratchpad: { value: 'a note' } }));
  const decomposed = await keyFromPassphrase('Cafe\u0301 au lait', SALT);
  expect(await encryptedStore(inner, decomposed).load('a')).toMatchObject({ scratchpad: 'a note' });
  const others = [
    await keyFromPassphrase('Café au lai', SALT),
    await keyFromPassphrase('Café au lait', new Uint8Array(16)),
  ];
  for (const key of others) {
    const loading = encryptedStore(inner, key).load('a');
    await expect(loading).rejects.toMatchObject({ fault: 'other-key' });
  }
});

test('[STO-11] an empty passphrase and a short salt are refused', async () => {
  await expect(keyFromPassphrase('', SALT)).rejects.toMatchObject({ option: 'passphrase' });
  const short = keyFromPassphrase('words', new Uint8Array(15));
  await expect(short).rejects.toMatchObject({ option: 'salt' });
});
