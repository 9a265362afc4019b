import { Fragment, type ReactNode } from 'react';

/** Bold and code, as assistants write them; everything else of a text stays the text it is. */
const MARKED = /\*\*(?<bold>[^*\n]+)\*\*|`(?<code>[^`\n]+)`/g;

/** A text with its bold and code set as such. Never HTML: what is between the marks is text again. */
export function InlineText({ text }: { readonly text: string }) {
  const pieces: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKED)) {
    const { bold, code } = match.groups ?? {};
    pieces.push(
      <Fragment key={match.index}>
        {text.slice(end, match.index)}
        {bold === undefined ? <code>{code}</code> : <b>{bold}</b>}
      </Fragment>,
    );
    end = match.index + match[0].length;
  }
  return (
    <>
      {pieces}
      {text.slice(end)}
    </>
  );
}
