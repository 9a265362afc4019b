export { DecryptionError } from './decryption-error.ts';
export { keyFromPassphrase } from './key-from-passphrase.ts';
export { encryptedStore } from './session/encrypted-store.ts';
