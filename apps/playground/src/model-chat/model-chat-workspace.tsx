import type { InspectableModel } from '@agent-memory/devtools/panel';
import type { Explanation, ModelError } from '@agent-memory/models';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Workspace } from '../app/workspace.tsx';
import { Composer } from '../assistant/composer.tsx';
import { Thoughts } from '../chat/thoughts.ts';
import type { PlaygroundSession } from '../session/use-session.ts';
import type { Theme } from '../settings/theme.ts';
import { ChatNotices } from './chat-notices.tsx';
import { GrowingReply } from './growing-reply.tsx';
import styles from './model-chat-workspace.module.css';
import { questionOf } from './run-turn.ts';
import { TurnTail } from './turn-tail.tsx';
import type { ModelChat } from './use-model-chat.ts';

/** A session that a model answers in, beside its memory. */
export function ModelChatWorkspace({
  session,
  chat,
  model,
  models,
  theme,
  room,
  toolbar,
  notices,
  silence,
  explain,
  cover,
}: {
  readonly session: PlaygroundSession;
  readonly chat: ModelChat;
  /** The model's name. */
  readonly model: string;
  /** Models whose state the panel shows; the same list until there are others. */
  readonly models?: readonly InspectableModel[] | undefined;
  readonly theme: Theme;
  /** In place of the control of the budget. */
  readonly room?: ReactNode;
  readonly toolbar: ReactNode;
  /** Notices beside those of the chat. */
  readonly notices?: ReactNode;
  /** The words about a model that has said nothing for a while. */
  readonly silence: ReactNode;
  /** Puts a failure into the words of the page. */
  readonly explain: (error: ModelError) => Explanation;
  /** In place of the chat, while a model is set up. */
  readonly cover: ReactNode;
}) {
  const { memory, state } = session;
  const isBusy = chat.state !== 'idle';
  const question = state.entries === 0 ? undefined : questionOf(memory);
  const field = useRef<HTMLTextAreaElement>(null);
  const again = (): void => {
    chat.answerAgain();
    // The button goes away; whoever pressed it goes on writing.
    field.current?.focus();
  };
  useFocusAfterCover(Boolean(cover), field);
  return (
    <Thoughts value={chat.thoughts}>
      <Workspace
        session={session}
        models={models}
        theme={theme}
        room={room}
        toolbar={toolbar}
        notices={
          <>
            <ChatNotices chat={chat} silence={silence} explain={explain} onAgain={again} />
            {notices}
          </>
        }
        empty={
          <p className={styles.empty}>
            Say something to <b>{model}</b>. What it is sent, and why, stands beside the chat.
          </p>
        }
        tail={
          isBusy ? (
            <GrowingReply growing={chat.growing} model={model} />
          ) : (
            question && (
              <TurnTail end={chat.end} isAnswered={question.id !== state.headId} onAgain={again} />
            )
          )
        }
        cover={cover}
        dock={
          !cover && <Composer field={field} isBusy={isBusy} onSend={chat.send} onStop={chat.stop} />
        }
      />
    </Thoughts>
  );
}

/** Puts the focus into the chat when the cover goes: the element that had it is gone with it. */
function useFocusAfterCover(
  isCovered: boolean,
  field: RefObject<HTMLTextAreaElement | null>,
): void {
  const wasCovered = useRef(isCovered);
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body;
    if (wasCovered.current && !isCovered && isFocusLost) field.current?.focus();
    wasCovered.current = isCovered;
  }, [isCovered, field]);
}
