import type { UIMessage } from 'ai';
import { memo, useSyncExternalStore } from 'react';
import { countRender } from './render-counts.ts';

/** A message as the page shows it. */
export interface ShownMessage {
  readonly id: string;
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/**
 * The component that renders again with every token: the list, whose state holds the growing answer
 * (as in chat hooks), or the answer alone, which reads its text from a store of its own.
 */
export type Streaming = 'list' | 'answer';

/** The whole conversation; rows that did not change are not rendered again. */
export const MessageList = memo(function MessageList(props: {
  readonly messages: readonly ShownMessage[];
}) {
  countRender('MessageList');
  return (
    <ol>
      {props.messages.map((message) => (
        <MessageRow key={message.id} message={message} />
      ))}
    </ol>
  );
});

const MessageRow = memo(function MessageRow({ message }: { readonly message: ShownMessage }) {
  countRender('MessageRow');
  return (
    <li className={message.role}>
      <p>{message.text}</p>
    </li>
  );
});

/** Text that grows outside React's state. */
export class GrowingText {
  #text = '';
  readonly #listeners = new Set<() => void>();

  readonly text = (): string => this.#text;

  readonly set = (text: string): void => {
    this.#text = text;
    for (const listener of this.#listeners) listener();
  };

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/** The answer under way, rendered by itself. */
export function Answer({ answer }: { readonly answer: GrowingText }) {
  countRender('Answer');
  return <p>{useSyncExternalStore(answer.subscribe, answer.text)}</p>;
}

/** The same list of AI SDK's messages. */
export function UiMessageList({ messages }: { readonly messages: readonly UIMessage[] }) {
  countRender('MessageList');
  return (
    <ol>
      {messages.map((message) => (
        <UiMessageRow key={message.id} message={message} />
      ))}
    </ol>
  );
}

const UiMessageRow = memo(function UiMessageRow({ message }: { readonly message: UIMessage }) {
  countRender('MessageRow');
  return (
    <li className={message.role}>
      <p>{message.parts.map((part) => (part.type === 'text' ? part.text : ''))}</p>
    </li>
  );
});
