import type { AgentMemory, CompactionRecord, MemoryState } from '@agent-memory/core';
import { useAgentMemoryState } from '@agent-memory/react';
import { useState } from 'react';

interface MakeRoomProps {
  readonly memory: AgentMemory;
}

/** What the person is asked or told. */
type Step =
  | { readonly name: 'start' }
  | { readonly name: 'nothing-to-do' }
  | { readonly name: 'ask' | 'done'; readonly record: CompactionRecord };

/** Takes older messages out of what the model sees: a preview, the person's word, and the way back. */
export function MakeRoom({ memory }: MakeRoomProps) {
  const [step, setStep] = useState<Step>({ name: 'start' });
  const [failure, setFailure] = useState('');
  const percent = useAgentMemoryState(memory, percentFull);

  function go(next: Promise<Step>) {
    setFailure('');
    next.then(setStep).catch((error: Error) => setFailure(error.message));
  }

  async function preview(): Promise<Step> {
    const outcome = await memory.previewCompaction();
    return outcome ? { name: 'ask', record: outcome.record } : { name: 'nothing-to-do' };
  }

  async function apply(): Promise<Step> {
    const record = await memory.compact();
    return record ? { name: 'done', record } : { name: 'nothing-to-do' };
  }

  async function undo(record: CompactionRecord): Promise<Step> {
    await memory.undoCompaction(record.id);
    return { name: 'start' };
  }

  return (
    <section className="room" aria-label="Room for new messages">
      {step.name === 'start' && (
        <>
          <button type="button" onClick={() => go(preview())}>
            Make room
          </button>
          {percent !== undefined && <span>{percent} % of the context is full</span>}
        </>
      )}
      {step.name === 'nothing-to-do' && <p>Everything fits; there is nothing to take out.</p>}
      {step.name === 'ask' && (
        <>
          <p>
            This will take {messages(step.record)} out of view{valuesToLookUp(step.record)}. Nothing
            is deleted. Go ahead?
          </p>
          <button type="button" onClick={() => go(apply())}>
            Go ahead
          </button>
          <button type="button" onClick={() => setStep({ name: 'start' })}>
            Cancel
          </button>
        </>
      )}
      {step.name === 'done' && (
        <>
          <p>{messages(step.record)} left the view; a summary stands for them.</p>
          <button type="button" onClick={() => go(undo(step.record))}>
            Undo
          </button>
        </>
      )}
      {failure && <p role="alert">{failure}</p>}
    </section>
  );
}

/** How full the last context was; a number, so that the component renders when it changes. */
function percentFull({ plan }: MemoryState): number | undefined {
  return plan && Math.round((100 * plan.totalTokens) / plan.budget.inputTokens);
}

function messages({ left }: CompactionRecord): string {
  const count = left.reduce((sum, { fromSeq, toSeq }) => sum + toSeq - fromSeq, 0);
  return count === 1 ? '1 message' : `${count} messages`;
}

/** The exact values that nothing in the context says any more; the model has to look them up. */
function valuesToLookUp({ lost }: CompactionRecord): string {
  const total = lost?.total ?? 0;
  if (total === 0) return '';
  return total === 1
    ? '; 1 value will have to be looked up'
    : `; ${total} values will have to be looked up`;
}
