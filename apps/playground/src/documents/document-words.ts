import type {
  AddProgress,
  Citation,
  Range,
  StoredDocument,
} from '@agent-memory/long-term/documents';
import { figure, plural } from '../facts/figures.ts';
import type { AddingFile } from './document-desk.ts';

const FORMATS: Readonly<Record<StoredDocument['format'], string>> = {
  text: 'Text',
  markdown: 'Markdown',
  html: 'HTML',
  pdf: 'PDF',
};

/** `Markdown · 4 chunks · 512 tokens`. */
export function documentFacts({ format, pages, chunks, tokens }: StoredDocument): string {
  const facts = [
    FORMATS[format],
    ...(pages === undefined ? [] : [`${figure(pages)} ${plural(pages, 'page')}`]),
    `${figure(chunks)} ${plural(chunks, 'chunk')}`,
    `${figure(tokens)} tokens`,
  ];
  return facts.join(' · ');
}

/** Where a chunk stands: `Island guide › Ferries › Winter · lines 9–12`. */
export function citationWords({ title, headings, pages, lines }: Citation): string {
  const path = [title, ...headings].filter((name, at, all) => name !== all[at - 1]);
  const place = [
    ...(pages ? [rangeWords('page', pages)] : []),
    ...(lines ? [rangeWords('line', lines)] : []),
  ];
  return [path.join(' › '), ...place].join(' · ');
}

function rangeWords(name: string, { first, last }: Range): string {
  return first === last ? `${name} ${first}` : `${name}s ${first}–${last}`;
}

/** `Reading “guide.pdf”, page 3 of 12 …`. */
export function addingWords({ name, progress }: AddingFile): string {
  return `${progress ? stepWords(name, progress) : `“${name}” waits`} …`;
}

function stepWords(name: string, { phase, done, total }: AddProgress): string {
  const doing = phase === 'reading' ? `Reading “${name}”` : `Storing “${name}”`;
  return done === 0 ? doing : `${doing}, ${figure(done)} of ${figure(total)}`;
}
