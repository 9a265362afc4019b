import { Popover } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { CopyButton } from '../elements/elements.tsx';
import { usePanel } from '../elements/panel-context.ts';
import type { CopyFormat } from '../source/devtools-source.ts';

const FORMATS: { readonly [Format in CopyFormat]: string } = {
  openai: 'OpenAI',
  'openai-responses': 'OpenAI Responses',
  anthropic: 'Anthropic',
  google: 'Gemini',
  'ai-sdk': 'AI SDK',
  'ai-sdk-ui': 'AI SDK UI',
};

/** Takes the whole context away as JSON, in one of the formats of its menu [DEV-1]. */
export function CopyContext(): ReactNode {
  const { source, overlays } = usePanel();
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger className="button">Copy …</Popover.Trigger>
      <Popover.Portal container={overlays}>
        <Popover.Content
          className="popover copy-formats"
          aria-label="Copy the context as JSON"
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            // By itself it would come to the last one: inside a shadow root it sees the host alone.
            event.preventDefault();
            (event.currentTarget as HTMLElement).querySelector('button')?.focus();
          }}
        >
          {Object.entries(FORMATS).map(([format, name]) => (
            <CopyButton
              key={format}
              label={name}
              makeText={async () => {
                const messages = await source.contextIn(format as CopyFormat);
                return JSON.stringify(messages, undefined, 2);
              }}
            />
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
