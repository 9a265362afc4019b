import { expectTypeOf, test } from 'vitest';
import { createLongTermMemory } from './create-long-term-memory.ts';
import type { WriteOutcome } from './long-term-memory.ts';

test('[LTM-1] the taxonomy is closed for the compiler too', () => {
  const memory = createLongTermMemory();
  // @ts-expect-error no such type
  void memory.store({ type: 'private', kind: 'fact', text: 'a' });
  // @ts-expect-error no such kind
  void memory.store({ type: 'user', kind: 'secret', text: 'a' });
  // @ts-expect-error no such source
  void memory.store({ type: 'user', kind: 'fact', text: 'a', source: 'me' });
  // @ts-expect-error no such field
  void memory.store({ type: 'user', kind: 'fact', text: 'a', ttl: 5 });
  // @ts-expect-error only these two can be allowed
  createLongTermMemory({ allow: ['transcript'] });
});

test('[LTM-3] an outcome is a record or a refusal', () => {
  const outcome = {} as WriteOutcome;
  // @ts-expect-error only where it was not refused
  void outcome.record;
  if (outcome.kind === 'refused') expectTypeOf(outcome.refusal.sentence).toEqualTypeOf<string>();
  else expectTypeOf(outcome.record.text).toEqualTypeOf<string>();
});
