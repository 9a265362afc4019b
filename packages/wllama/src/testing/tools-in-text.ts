/** A tool of a theatre. */
export const SEAT = {
  name: 'seat',
  description: 'Reserves a seat.',
  parameters: { type: 'object', properties: { row: { type: 'integer' } }, required: ['row'] },
};

/** The form that Hermes and Qwen write calls in. */
export const CALL_IN_PIECES = [
  '<tool_call>',
  '\n{"name": "seat", ',
  '"arguments": {"row": 12}}',
  '\n</tool_call>',
];
/** A chat template as Hermes and Qwen have it. */
export const TOOL_TEMPLATE = [
  `{%- if tools %}{{- '<|im_start|>system\\nTools:\\n<tools>' }}`,
  `{%- for tool in tools %}{{- '\\n' }}{{- tool | tojson }}`,
  `{%- endfor %}{{- '\\n</tools>\\nFor each call give JSON within tags:\\n<tool_call>\\n{"name": <function-name>, "arguments": <args-json-object>}\\n</tool_call><|im_end|>\\n' }}`,
  `{%- endif %}`,
  `{%- for message in messages %}`,
  `{%- if message.role == 'tool' %}{{- '<|im_start|>user\\n<tool_response>\\n' + message.content + '\\n</tool_response><|im_end|>\\n' }}`,
  `{%- else %}{{- '<|im_start|>' + message.role + '\\n' }}`,
  `{%- if message.content %}{{- message.content }}`,
  `{%- endif %}`,
  `{%- for call in message.tool_calls or [] %}{{- '\\n<tool_call>\\n{"name": "' + call.function.name + '", "arguments": ' }}{{- call.function.arguments | tojson }}{{- '}\\n</tool_call>' }}`,
  `{%- endfor %}{{- '<|im_end|>\\n' }}`,
  `{%- endif %}`,
  `{%- endfor %}`,
  `{%- if add_generation_prompt %}{{- '<|im_start|>assistant\\n' }}`,
  `{%- endif %}`,
].join('');
