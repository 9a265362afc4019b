// For packages that encrypt, seal or store bytes.

export { base64Of, bytesOfBase64 } from './base64.ts';
export {
  canSeal,
  type FileSeal,
  type FileTrust,
  LineDigest,
  type SealKeys,
  sealerOf,
  trustByCaller,
  trustBySeal,
} from './file-seal.ts';
export { keyOfPassphrase } from './passphrase.ts';
