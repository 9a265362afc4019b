import { type ReactNode, useCallback, useState } from 'react';
import { messageText } from '../../source/message-text.ts';
import type { NotRecalled } from '../../view-model/why-not-recalled.ts';
import { usePanel } from '../parts/panel-context.ts';
import { useAnswer } from '../parts/use-answer.ts';

export interface WhyQuestionProps<Found> {
  /** The name of the button, where several stand in one view. Default: its words. */
  readonly label?: string;
  /** Looks up a text; the same function until something else is looked through. */
  readonly find: (text: string) => Promise<Found>;
  readonly explain: (found: Found) => NotRecalled;
}

/** Asks why something stored is not in the context: the last message of the user is looked up anew. */
export function WhyQuestion<Found>(props: WhyQuestionProps<Found>): ReactNode {
  const [isAsked, setAsked] = useState(false);
  if (isAsked) return <Answer {...props} />;
  return (
    <p>
      <button
        type="button"
        className="button"
        aria-label={props.label}
        onClick={() => setAsked(true)}
      >
        Why not here?
      </button>
    </p>
  );
}

function Answer<Found>({ find, explain }: WhyQuestionProps<Found>): ReactNode {
  const asked = useLastQuestion(find);
  if (asked.status === 'waiting') return <p role="status">Looking …</p>;
  if (asked.status === 'failed') {
    return <p role="status">The recall failed; nothing was changed. {asked.message}</p>;
  }
  if (!asked.value) {
    return <p role="status">No message of the user is in the context to recall for.</p>;
  }
  const { sentence, remedy, figures } = explain(asked.value.found);
  return (
    <div className="why" role="status">
      <p className="sentence">{sentence}</p>
      <p className="remedy">{remedy}</p>
      <dl className="figures">
        {figures.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** `undefined` where there is no message to look up. */
function useLastQuestion<Found>(find: (text: string) => Promise<Found>) {
  const { source, state } = usePanel();
  const seq = state.plan?.items.findLast(
    (item) => item.kind === 'entry' && item.role === 'user',
  )?.seq;
  return useAnswer(
    useCallback(async (): Promise<{ readonly found: Found } | undefined> => {
      const entry = seq === undefined ? undefined : await source.entry(seq);
      return entry && { found: await find(messageText(entry.message)) };
    }, [find, source, seq]),
  );
}
