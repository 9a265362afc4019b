import { type ReactNode, useId, useState } from 'react';
import type { CopyFormat } from '../../source/devtools-source.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { usePanel } from '../parts/panel-context.ts';

const NAMES: { readonly [Format in CopyFormat]: string } = {
  openai: 'OpenAI',
  'openai-responses': 'OpenAI Responses',
  anthropic: 'Anthropic',
  google: 'Gemini',
  'ai-sdk': 'AI SDK',
  'ai-sdk-ui': 'AI SDK UI',
};

/** Takes the whole context away as JSON, in the format that is chosen [DEV-1]. */
export function CopyContext(): ReactNode {
  const { source } = usePanel();
  const [format, setFormat] = useState<CopyFormat>('openai');
  const labelId = useId();
  return (
    <div className="copy-context">
      <span id={labelId}>Copy as</span>
      <select
        className="select"
        aria-labelledby={labelId}
        value={format}
        onChange={({ target }) => {
          if (isCopyFormat(target.value)) setFormat(target.value);
        }}
      >
        {Object.entries(NAMES).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <CopyButton
        label="Copy JSON"
        makeText={async () => JSON.stringify(await source.contextIn(format), undefined, 2)}
      />
    </div>
  );
}

function isCopyFormat(value: string): value is CopyFormat {
  return Object.hasOwn(NAMES, value);
}
