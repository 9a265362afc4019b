import { recordedSessions } from '../sessions/recorded-sessions.ts';

const OWN_TITLES: Readonly<Record<string, string>> = {
  assistant: 'Scripted assistant',
  agents: 'Two agents',
  documents: 'Documents',
  endpoint: 'Your endpoint',
  device: 'On this device',
};

/** A person's name for the session of a memory; one that is not known goes by its id. */
export function sessionTitle(memoryId: string): string {
  const key = memoryId.replace(/#\d+$/, '');
  if (Object.hasOwn(OWN_TITLES, key)) return OWN_TITLES[key] ?? key;
  const bundled = recordedSessions.find(({ id }) => key === `bundled/${id}`);
  return bundled?.title ?? key.replace(/^file\//, 'File ');
}
