import type { RecordLoss } from '../store/record-store.ts';

/** Says for people that what was remembered is gone. */
export function lossSentence({ changes, message }: RecordLoss): string {
  const count = changes === undefined ? 'how much there was is not known' : changesOf(changes);
  const says = message ? ` It says: ${message}` : '';
  return `The browser lost what was remembered (${count}): its database was made anew or is an older state of itself.${says} Conversations that are stored can be read for it again; a file that was exported can be imported.`;
}

function changesOf(changes: number): string {
  return changes === 1 ? '1 change' : `${changes} changes`;
}
