import * as fc from 'fast-check';

const words = fc.string({ maxLength: 20 });
const name = fc.string({ minLength: 1, maxLength: 12 });
const PICTURE = 'data:image/png;base64,iVBORw0KGgo=';

/** Fields that any item or piece may have and nobody here knows. */
const later = fc.record({ later_field: fc.jsonValue() }, { requiredKeys: [] });

function withLater(fields: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return fc.tuple(fields, later).map(([own, extra]) => ({ ...own, ...extra }));
}

const status = fc.constantFrom('in_progress', 'completed', 'incomplete');

const inputPiece = withLater(
  fc.oneof(
    fc.record({ type: fc.constant('input_text'), text: words }),
    fc.record(
      {
        type: fc.constant('input_image'),
        image_url: fc.constantFrom(PICTURE, 'https://a.example/b.png', '', null),
        detail: fc.constantFrom('auto', 'low', 'high', 'original', null),
        file_id: fc.constantFrom(null, 'file-1'),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record(
      {
        type: fc.constant('input_file'),
        file_id: fc.constantFrom(null, 'file-2'),
        file_data: fc.constantFrom(null, 'data:application/pdf;base64,JVBERi0='),
        file_url: fc.webUrl(),
        filename: fc.constantFrom(null, 'a.pdf'),
        detail: fc.constantFrom('low', 'high'),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({ type: fc.constant('input_audio'), input_audio: fc.constant({ data: 'AA==' }) }),
  ),
);

const outputPiece = withLater(
  fc.oneof(
    fc.record(
      {
        type: fc.constant('output_text'),
        text: words,
        annotations: fc.constantFrom<readonly object[]>([], [{ type: 'url_citation', url: 'a' }]),
        logprobs: fc.constant([]),
      },
      { requiredKeys: ['type', 'text'] },
    ),
    fc.record({ type: fc.constant('refusal'), refusal: words }),
  ),
);

const message = withLater(
  fc.oneof(
    fc.record(
      {
        type: fc.constant('message'),
        role: fc.constantFrom('user', 'system', 'developer'),
        content: fc.oneof(words, fc.array(inputPiece, { maxLength: 3 })),
        status,
      },
      { requiredKeys: ['role', 'content'] },
    ),
    fc.record(
      {
        id: name,
        type: fc.constant('message'),
        role: fc.constant('assistant'),
        content: fc.oneof(words, fc.array(outputPiece, { maxLength: 3 })),
        status,
        phase: fc.constantFrom(null, 'commentary', 'final_answer'),
      },
      { requiredKeys: ['role', 'content'] },
    ),
  ),
);

const reasoning = withLater(
  fc.record(
    {
      id: name,
      type: fc.constant('reasoning'),
      summary: fc.array(withLater(fc.record({ type: fc.constant('summary_text'), text: words })), {
        maxLength: 2,
      }),
      content: fc.oneof(
        fc.constant(null),
        fc.array(fc.record({ type: fc.constant('reasoning_text'), text: words }), { maxLength: 2 }),
      ),
      encrypted_content: fc.constantFrom(null, '', 'gAAAAAB='),
      status,
    },
    { requiredKeys: ['type'] },
  ),
);

const call = withLater(
  fc.oneof(
    fc.record(
      {
        type: fc.constant('function_call'),
        call_id: name,
        name,
        arguments: fc.oneof(fc.json(), fc.constantFrom('', '{"a":')),
        id: fc.oneof(name, fc.constant(null)),
        status,
        caller: fc.constant({ type: 'direct' }),
      },
      { requiredKeys: ['type', 'call_id', 'name', 'arguments'] },
    ),
    fc.record(
      { type: fc.constant('custom_tool_call'), call_id: name, name, input: words, id: name },
      { requiredKeys: ['type', 'call_id', 'name', 'input'] },
    ),
  ),
);

const output = withLater(
  fc.record(
    {
      type: fc.constantFrom('function_call_output', 'custom_tool_call_output'),
      call_id: fc.oneof(name, fc.constant(null)),
      output: fc.oneof(words, fc.array(inputPiece, { maxLength: 3 })),
      id: name,
      status,
    },
    { requiredKeys: ['type', 'output'] },
  ),
);

/** Items of tools that run at the provider, and of kinds that nobody here knows. */
const other = withLater(
  fc.oneof(
    fc.record({
      type: fc.constantFrom('web_search_call', 'mcp_call', 'code_interpreter_call', 'of_tomorrow'),
      id: name,
      action: fc.jsonValue(),
    }),
    fc.record({
      type: fc.constant('image_generation_call'),
      id: name,
      result: fc.constantFrom(null, '', 'iVBORw0KGgo='),
      output_format: fc.constantFrom('png', 'webp', 'jpeg', 'later'),
    }),
    fc.record({ type: fc.constant('computer_call'), id: name, call_id: name }),
    fc.record({
      type: fc.constant('computer_call_output'),
      call_id: name,
      output: fc.constantFrom<object>(
        { type: 'computer_screenshot', image_url: PICTURE },
        { type: 'computer_screenshot', file_id: 'file-3' },
      ),
    }),
    fc.record({ type: fc.constant('mcp_approval_request'), id: name }),
    fc.record({ type: fc.constant('mcp_approval_response'), approval_request_id: name }),
    fc.record({ type: fc.constant('compaction'), encrypted_content: fc.base64String() }),
  ),
);

/** Any item of a request or a response, also such as were cut off. */
export const arbitraryItem: fc.Arbitrary<object> = fc.oneof(
  message,
  reasoning,
  call,
  output,
  other,
);
