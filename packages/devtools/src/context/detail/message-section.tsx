import type { Decision, Message, Part } from '@agent-memory/core';
import { type ReactNode, useRef, useState } from 'react';
import { Choice, Press } from '../../elements/elements.tsx';
import type { Asked } from '../../elements/panel-context.ts';
import { useElementWidth } from '../../elements/use-element-size.ts';
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
const SIDE_BY_SIDE_PIXELS = 620;

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

/** The sent text beside the written one; in turn where there is no room for both. */
export function SentAndOriginal(props: {
  readonly sent: Message;
  readonly original: Message;
  readonly decision: Decision;
}): ReactNode {
  const { sent, original, decision } = props;
  const area = useRef<HTMLDivElement>(null);
  const width = useElementWidth(area);
  const [narrowText, setNarrowText] = useState<'sent' | 'original'>('sent');
  const { tokens } = decision;
  const sentTitle = `Sent, ${formatTokens(tokens.sent, tokens.source)} tokens`;
  const originalTitle = `Original, ${formatTokens(tokens.raw, tokens.source)} tokens`;
  return (
    <div className="compare" ref={area}>
      {width >= SIDE_BY_SIDE_PIXELS ? (
        <div className="compare-columns">
          <MessageSection title={sentTitle} asked={{ status: 'here', value: sent }} />
          <MessageSection title={originalTitle} asked={{ status: 'here', value: original }} />
        </div>
      ) : (
        <>
          <Choice
            label="Which text"
            options={[
              { value: 'sent', title: sentTitle },
              { value: 'original', title: originalTitle },
            ]}
            chosen={narrowText}
            onChoose={setNarrowText}
          />
          <Parts message={narrowText === 'sent' ? sent : original} />
        </>
      )}
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
