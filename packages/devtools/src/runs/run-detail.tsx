import type { Block, RunOutline } from '@agent-memory/agent';
import { errorText } from '@agent-memory/core/internal';
import { type ReactNode, useState } from 'react';
import { Changes, Press } from '../elements/elements.tsx';
import { DraftForm } from '../elements/forms.tsx';
import { Pane, type PaneFrame } from '../elements/pane.tsx';
import { type Asked, usePanel } from '../elements/panel-context.ts';
import { useReturningFocus } from '../elements/use-returning-focus.ts';
import { formatPlaces } from '../words/format.ts';
import {
  blockTokens,
  lineAuthor,
  messagesWords,
  recallCall,
  stepsWords,
  usageWords,
} from './run-words.ts';
import { useBlock, useRequest } from './use-runs.ts';

/** A block keeps no more of a title than this. */
const LONGEST_TITLE = 160;

/** Everything about a run: its request, its line and the author of that, its tokens, its messages. */
export function RunDetail(props: PaneFrame & { readonly number: number }): ReactNode {
  const { number, ...frame } = props;
  const { runs } = usePanel();
  const run = runs[number - 1];
  const title = `Run ${number}`;
  if (!run) {
    return (
      <Pane {...frame} bodyLabel="The run" title={title} facts={[]}>
        <p className="quiet">The conversation continues elsewhere, and has no such run there.</p>
      </Pane>
    );
  }
  const facts = [stepsWords(run), messagesWords(run), run.isClosed ? 'closed' : 'open'];
  return (
    <Pane {...frame} bodyLabel="The run" title={title} facts={facts}>
      <RunBody key={number} run={run} />
    </Pane>
  );
}

function RunBody({ run }: { readonly run: RunOutline }): ReactNode {
  const { state, goToMessage } = usePanel();
  const request = useRequest(run.number);
  const asked = useBlock(run.number);
  return (
    <>
      <section className="run-section" aria-label="Request">
        <h3>Request</h3>
        <p className="said" dir="auto">
          {request === '' ? 'No message of the user began this run.' : request}
        </p>
      </section>
      <BlockSection asked={asked} isClosed={run.isClosed} />
      <section className="run-section" aria-label="Messages">
        <h3>Messages</h3>
        <p>
          {formatPlaces(run.fromSeq, run.toSeq)}.{' '}
          {state.plan && (
            <Press look="link" onClick={() => goToMessage(run.fromSeq)}>
              Go to message #{run.fromSeq}
            </Press>
          )}
        </p>
        <p className="recall-call">
          The model brings them back with <code>{recallCallOf(run)}</code>.
        </p>
      </section>
    </>
  );
}

/** A block goes by its number; a run that is open is none yet. */
function recallCallOf({ number, fromSeq, toSeq, isClosed }: RunOutline): string {
  return isClosed ? `recall({"block":${number}})` : recallCall(fromSeq, toSeq);
}

function BlockSection(props: {
  readonly asked: Asked<Block | undefined>;
  readonly isClosed: boolean;
}): ReactNode {
  const { asked, isClosed } = props;
  if (asked.status === 'failed') {
    return <p className="quiet">The block did not arrive: {asked.message}</p>;
  }
  if (asked.status === 'here' && asked.value) return <BlockFacts block={asked.value} />;
  return (
    <p className="quiet">
      {isClosed
        ? 'Asking for the block …'
        : 'The run continues. It becomes a block, with a line and a title of its own, when it has ended.'}
    </p>
  );
}

function BlockFacts({ block }: { readonly block: Block }): ReactNode {
  const { source } = usePanel();
  const [isEditing, setEditing] = useState(false);
  const [failure, setFailure] = useState<string>();
  const opener = useReturningFocus(isEditing);
  const { number, summary, summaryBy } = block;
  const hasTitle = summaryBy === 'title';

  async function save(title: string | undefined): Promise<void> {
    setFailure(undefined);
    setEditing(false);
    try {
      await source.runs?.setTitle(number, title);
    } catch (error) {
      setFailure(`The line was not changed: ${errorText(error)}`);
    }
  }

  return (
    <>
      <section className="run-section" aria-label="Line">
        <h3>In a line</h3>
        <p className="said" dir="auto">
          {summary === '' ? 'The block has no words to make a line of.' : summary}
        </p>
        <p className="quiet">
          <span className="tag" data-author={summaryBy}>
            {lineAuthor(block.summaryBy).name}
          </span>{' '}
          {lineAuthor(block.summaryBy).meaning}
        </p>
        <p role="status">{failure}</p>
        {isEditing ? (
          <DraftForm
            label="Title"
            hint={`It stands in place of the line, at most ${LONGEST_TITLE} characters. The catalog says it after the next compaction.`}
            save="Save the title"
            text={hasTitle ? summary : ''}
            maxLength={LONGEST_TITLE}
            onCancel={() => setEditing(false)}
            onSave={save}
          />
        ) : (
          <Changes>
            <p className="buttons">
              <button
                ref={opener}
                type="button"
                className="button"
                onClick={() => setEditing(true)}
              >
                {hasTitle ? 'Change the title …' : 'Set a title …'}
              </button>
              {hasTitle && <Press onClick={() => save(undefined)}>Take the title away</Press>}
            </p>
          </Changes>
        )}
      </section>
      <section className="run-section" aria-label="Tokens">
        <h3>Tokens</h3>
        <p>{blockTokens(block)}.</p>
        <p>{usageWords(block.usage)}</p>
      </section>
    </>
  );
}
