import type { UIMessage } from 'ai';

interface MessageItemProps {
  readonly message: UIMessage;
  /** A reload ended it before it was complete. */
  readonly isInterrupted: boolean;
  readonly onEdit: (() => void) | undefined;
}

export function MessageItem({ message, isInterrupted, onEdit }: MessageItemProps) {
  return (
    <li className={message.role}>
      {message.parts.map((part, index) => {
        const key = `${message.id}-${index}`;
        switch (part.type) {
          case 'text':
            return <span key={key}>{part.text}</span>;
          case 'reasoning':
            return (
              <details key={key}>
                <summary>Thinking</summary>
                {part.text}
              </details>
            );
          case 'tool-find_parcel':
            return <code key={key}>{findParcelText(part)}</code>;
          default:
            return null;
        }
      })}
      {isInterrupted && <small> (interrupted)</small>}
      {message.role === 'user' && onEdit && (
        <button type="button" className="edit" onClick={onEdit}>
          Edit
        </button>
      )}
    </li>
  );
}

type ToolPart = Extract<UIMessage['parts'][number], { readonly type: `tool-${string}` }>;

function findParcelText({ input, state, output }: ToolPart): string {
  const call = `find_parcel ${JSON.stringify(input)}`;
  return state === 'output-available' ? `${call} → ${JSON.stringify(output)}` : `${call} …`;
}
