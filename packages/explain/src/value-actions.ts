import { textOf } from '@agent-memory/core';
import type { Found, ValueAction } from './value-facts.ts';

/** The steps that bring a value back, the surest first. */
export function actionsFor(found: Found, value: string): readonly ValueAction[] {
  const { fate, entry, record } = found;
  if (record) return recordActions(fate, record, value);
  if (!entry || fate === 'not-assembled') return [];
  if (fate === 'other-branch') {
    return [
      { kind: 'move-head', entryId: entry.id },
      ...note(`#${entry.seq}`, textIn(entry), value),
    ];
  }
  const settings = { kind: 'settings', itemId: entry.id } as const;
  // A note takes room, which a context that is refused has not.
  if (fate === 'refused') return [settings];
  return [...note(`#${entry.seq}`, textIn(entry), value), settings];
}

function recordActions(
  fate: Found['fate'],
  { id: recordId, text }: NonNullable<Found['record']>,
  value: string,
): readonly ValueAction[] {
  switch (fate) {
    case 'muted':
      return [{ kind: 'unmute', recordId }];
    case 'quarantined':
      return [{ kind: 'release', recordId }];
    case 'erased':
      return [];
    case 'expired':
    case 'forgotten':
      return [{ kind: 'restore', recordId }];
    default:
      return note(recordId, text, value);
  }
}

function textIn({ message }: NonNullable<Found['entry']>): string {
  return [
    textOf(message),
    ...message.parts.map((part) => (part.type === 'tool-call' ? part.arguments : '')),
  ].join('\n');
}

/** So much of what stands around a value is sent with it. */
const MOST_CHARACTERS = 160;

/** The line that has the value; none where it stands on no line of the text, as in a picture's address. */
function note(of: string, text: string, value: string): readonly ValueAction[] {
  const placeIn = (line: string) => line.toLowerCase().indexOf(value.toLowerCase());
  const line = text.split('\n').find((one) => placeIn(one) >= 0);
  if (line === undefined || value.length > MOST_CHARACTERS) return [];
  const middle = placeIn(line) + value.length / 2;
  const start = Math.max(0, Math.floor(middle - MOST_CHARACTERS / 2));
  return [
    {
      kind: 'note',
      of,
      name: noteName(of),
      text: line.slice(start, start + MOST_CHARACTERS).trim(),
    },
  ];
}

/** A name that a note may have: letters, digits and few signs. */
function noteName(of: string): string {
  return `pinned ${of.replace(/[^a-zA-Z0-9._/-]/g, '')}`.slice(0, 64);
}
