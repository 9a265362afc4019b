import {
  ActionBarPrimitive,
  AuiIf,
  BranchPickerPrimitive,
  ComposerPrimitive,
  MessagePrimitive,
  type MessageState,
  ThreadPrimitive,
  useAuiState,
} from '@assistant-ui/react';

interface ThreadProps {
  /** True if the earlier messages are there. */
  readonly isReady: boolean;
  readonly status: string;
}

export function Thread({ isReady, status }: ThreadProps) {
  // assistant-ui drops what is sent before its thread is loaded, which ends a moment after the memory is ready.
  const isLoading = useAuiState(({ thread }) => thread.isLoading);
  return (
    <>
      <ThreadPrimitive.Viewport>
        <ol aria-label="Conversation">
          <ThreadPrimitive.Messages>
            {({ message }) => {
              if (message.role !== 'user') return <AssistantMessage />;
              return message.composer.isEditing ? <EditedMessage /> : <UserMessage />;
            }}
          </ThreadPrimitive.Messages>
        </ol>
      </ThreadPrimitive.Viewport>
      <p role="status">{status}</p>
      <ComposerPrimitive.Root>
        <ComposerPrimitive.Input
          aria-label="Message"
          placeholder="Say something"
          rows={1}
          disabled={!isReady || isLoading}
        />
        <AuiIf condition={({ thread }) => thread.isRunning}>
          <ComposerPrimitive.Cancel>Stop</ComposerPrimitive.Cancel>
        </AuiIf>
        <AuiIf condition={({ thread }) => !thread.isRunning}>
          <ComposerPrimitive.Send type="submit">Send</ComposerPrimitive.Send>
        </AuiIf>
      </ComposerPrimitive.Root>
    </>
  );
}

function UserMessage() {
  return (
    <MessagePrimitive.Root asChild>
      <li className="user">
        <MessagePrimitive.Parts />
        <ActionBarPrimitive.Root className="actions" hideWhenRunning>
          <ActionBarPrimitive.Edit>Edit</ActionBarPrimitive.Edit>
          <Branches />
        </ActionBarPrimitive.Root>
      </li>
    </MessagePrimitive.Root>
  );
}

function EditedMessage() {
  return (
    <MessagePrimitive.Root asChild>
      <li className="user">
        <ComposerPrimitive.Root>
          <ComposerPrimitive.Input aria-label="Edited message" />
          <ComposerPrimitive.Cancel>Leave as it is</ComposerPrimitive.Cancel>
          <ComposerPrimitive.Send type="submit">Send again</ComposerPrimitive.Send>
        </ComposerPrimitive.Root>
      </li>
    </MessagePrimitive.Root>
  );
}

function AssistantMessage() {
  return (
    <MessagePrimitive.Root asChild>
      <li className="assistant">
        <MessagePrimitive.Parts />
        <AuiIf condition={({ message }) => isInterrupted(message)}>
          <small> (interrupted)</small>
        </AuiIf>
        <MessagePrimitive.Error>The model could not answer.</MessagePrimitive.Error>
        <ActionBarPrimitive.Root className="actions" hideWhenRunning autohide="not-last">
          <ActionBarPrimitive.Reload>Answer again</ActionBarPrimitive.Reload>
          <Branches />
        </ActionBarPrimitive.Root>
      </li>
    </MessagePrimitive.Root>
  );
}

/** It was stopped, or a reload ended it. */
function isInterrupted({ status }: Pick<MessageState, 'status'>): boolean {
  return status?.type === 'incomplete' && status.reason === 'cancelled';
}

function Branches() {
  return (
    <BranchPickerPrimitive.Root className="actions" hideWhenSingleBranch>
      <BranchPickerPrimitive.Previous aria-label="Earlier version">
        ‹
      </BranchPickerPrimitive.Previous>
      <BranchPickerPrimitive.Number /> of <BranchPickerPrimitive.Count />
      <BranchPickerPrimitive.Next aria-label="Later version">›</BranchPickerPrimitive.Next>
    </BranchPickerPrimitive.Root>
  );
}
