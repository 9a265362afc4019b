import { AgentMemoryError } from '@agent-memory/core';

/** Why something stored cannot be decrypted. */
export type DecryptionFault =
  /** It was encrypted with another key. */
  | 'other-key'
  /** Its bytes are not those that were encrypted, or stood elsewhere. */
  | 'altered'
  /** It was stored without encryption. */
  | 'plain';

/**
 * Something stored cannot be read with this key. Nothing was changed or deleted.
 *
 * @example
 * try {
 *   await store.load('support');
 * } catch (error) {
 *   if (!(error instanceof DecryptionError)) throw error;
 *   showNotice(error.fault === 'other-key' ? 'Wrong passphrase.' : error.message);
 * }
 */
export class DecryptionError extends AgentMemoryError {
  readonly fault: DecryptionFault;

  /** @param what begins the sentence: `Session "support"`. */
  constructor(what: string, fault: DecryptionFault) {
    super('DECRYPTION_FAILED', `${what} ${SENTENCES[fault]}`, { phase: 'load' });
    this.fault = fault;
  }
}

const SENTENCES: Readonly<Record<DecryptionFault, string>> = {
  'other-key':
    'was encrypted with another key. Nothing is lost and nothing was changed: open it with the key, ' +
    'or the passphrase and salt, that it was stored with.',
  altered:
    'was changed in storage since it was encrypted, or stands where something else belongs. What is ' +
    'stored was left as it is: import an export of it, or delete it.',
  plain:
    'is stored without encryption. Nothing was changed: export it from the store without encryption, ' +
    'delete it there, and import it into the encrypted one.',
};
