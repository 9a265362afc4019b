import type { Decision, Message, Part } from '@agent-memory/core';
import { type ReactNode, useState } from 'react';
import { Press } from '../../elements/elements.tsx';
import type { Asked } from '../../elements/panel-context.ts';
import { partText } from '../../source/message-text.ts';
import {
  formatCount,
  formatTokens,
  formatWhole,
  knownWords,
  wordsOfCode,
} from '../../words/format.ts';

/** A text longer than this is shown whole only when asked for: layout takes its time with such. */
const SHOWN_CHARACTERS = 20_000;

/** A message, part by part, letter by letter. */
export function MessageSection(props: {
  readonly title: string;
  readonly asked: Asked<Message | undefined>;
}): ReactNode {
  const { title, asked } = props;
  return (
    <section className="message" aria-label={title}>
      <h3>{title}</h3>
      <AskedMessage asked={asked} />
    </section>
  );
}

function AskedMessage({ asked }: { readonly asked: Asked<Message | undefined> }): ReactNode {
  if (asked.status === 'waiting') return <p className="quiet">Asking for the text …</p>;
  if (asked.status === 'failed') {
    return <p className="quiet">The text did not arrive: {asked.message}</p>;
  }
  if (!asked.value) return <p className="quiet">The newest plan does not send this any more.</p>;
  return <Parts message={asked.value} />;
}

/** The sent text beside the written one; below each other where there is no room for both. */
export function SentAndOriginal(props: {
  readonly sent: Message;
  readonly original: Message;
  readonly decision: Decision;
}): ReactNode {
  const { sent, original, decision } = props;
  const { tokens } = decision;
  const title = (name: string, count: number) =>
    `${name}, ${formatTokens(count, tokens.source)} tokens`;
  return (
    <div className="compare-columns">
      <MessageSection title={title('Sent', tokens.sent)} asked={{ status: 'here', value: sent }} />
      <MessageSection
        title={title('Original', tokens.raw)}
        asked={{ status: 'here', value: original }}
      />
    </div>
  );
}

function Parts({ message }: { readonly message: Message }): ReactNode {
  if (message.parts.length === 0) return <p className="quiet">This message has no content.</p>;
  return message.parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a message never changes, so its parts have their places
    <PartView key={index} part={part} isOnly={message.parts.length === 1} />
  ));
}

const PART_NAMES: Readonly<Record<string, string>> = {
  image: 'image, not loaded here',
  unknown: 'part of an unknown kind',
};

function PartView({ part, isOnly }: { readonly part: Part; readonly isOnly: boolean }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const text = partText(part);
  const isCut = !isWhole && text.length > SHOWN_CHARACTERS;
  return (
    <div className="part">
      {(!isOnly || part.type !== 'text') && (
        <p className="part-name">
          {knownWords(PART_NAMES, part.type) ?? wordsOfCode(part.type)}
          {part.type === 'tool-call' || part.type === 'tool-result' ? ` ${part.callId}` : ''}
        </p>
      )}
      <pre>{isCut ? text.slice(0, SHOWN_CHARACTERS) : text}</pre>
      {isCut && (
        <p className="cut">
          The first {formatWhole(SHOWN_CHARACTERS)} of {formatCount(text.length, 'character')}.{' '}
          <Press look="link" onClick={() => setWhole(true)}>
            Show all
          </Press>
        </p>
      )}
    </div>
  );
}
