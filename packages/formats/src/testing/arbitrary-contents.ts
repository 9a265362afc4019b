import * as fc from 'fast-check';

const words = fc.string({ maxLength: 20 });
const name = fc.string({ minLength: 1, maxLength: 12 });
const jsonObject = fc.dictionary(name, fc.jsonValue());

/** Fields beside the one that a part has. */
const beside = fc.record(
  {
    thoughtSignature: fc.constantFrom<unknown>('c2ln', '', null),
    partMetadata: jsonObject,
    later_field: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

function part(fields: fc.Arbitrary<object>): fc.Arbitrary<object> {
  return fc.tuple(fields, beside).map(([own, extra]) => ({ ...own, ...extra }));
}

const inline = fc.record({
  inlineData: fc.record(
    {
      mimeType: fc.constantFrom('image/png', 'application/pdf', 'audio/wav', ''),
      data: fc.oneof(fc.base64String(), words),
      displayName: words,
    },
    { requiredKeys: ['mimeType', 'data'] },
  ),
});

const byAddress = fc.record({
  fileData: fc.record(
    {
      fileUri: fc.constantFrom('', 'https://a.example/files/1'),
      mimeType: fc.constant('image/png'),
    },
    { requiredKeys: [] },
  ),
});

const text = part(
  fc.record(
    { text: words, thought: fc.constantFrom(true, false, null) },
    { requiredKeys: ['text'] },
  ),
);

const call = part(
  fc.record({
    functionCall: fc.record(
      {
        name,
        id: fc.oneof(name, fc.constant(null)),
        args: fc.oneof(jsonObject, fc.constant(null)),
        willContinue: fc.boolean(),
      },
      { requiredKeys: ['name'] },
    ),
  }),
);

const answer = part(
  fc.record({
    functionResponse: fc.record(
      {
        name,
        id: fc.oneof(name, fc.constant(null)),
        response: fc.oneof(
          jsonObject,
          fc.constant(null),
          words.map((said) => ({ output: said })),
          words.map((said) => ({ error: said })),
          fc.constant({ output: { n: 1 } }),
        ),
        parts: fc.array(fc.oneof(inline, byAddress), { maxLength: 2 }),
        scheduling: fc.constant('SILENT'),
      },
      { requiredKeys: ['name'] },
    ),
  }),
);

const other = part(
  fc.oneof(
    inline,
    byAddress,
    fc.record({ executableCode: fc.record({ code: words, language: fc.constant('PYTHON') }) }),
    fc.record({ codeExecutionResult: fc.record({ output: words }) }),
    fc.record({ ofTomorrow: fc.jsonValue() }),
  ),
);

/** A content of either side, with whatever its parts may hold. */
export const arbitraryContent: fc.Arbitrary<object> = fc.oneof(
  fc.record(
    {
      role: fc.constantFrom('user', 'function', 'tool'),
      parts: fc.array(fc.oneof(text, answer, other), { maxLength: 4 }),
      later: fc.jsonValue(),
    },
    { requiredKeys: ['parts'] },
  ),
  fc.record(
    { role: fc.constantFrom('user', 'model'), parts: fc.constant(null) },
    { requiredKeys: [] },
  ),
  fc.record({
    role: fc.constant('model'),
    parts: fc.array(fc.oneof(text, call, other), { maxLength: 4 }),
  }),
);
