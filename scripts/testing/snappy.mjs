// @ts-check

/**
 * Decompresses a block.
 *
 * @param {Buffer} bytes
 * @returns {Buffer}
 * @see https://github.com/google/snappy/blob/main/format_description.txt
 */
export function fromSnappy(bytes) {
  let at = 0;
  let length = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = bytes.readUInt8(at);
    at += 1;
    length += (byte & 127) * scale;
    if (byte < 128) break;
  }
  const out = Buffer.alloc(length);
  let to = 0;
  while (at < bytes.length) {
    const tag = bytes.readUInt8(at);
    at += 1;
    if ((tag & 3) === 0) {
      const { count, next } = literal(bytes, tag, at);
      to += bytes.copy(out, to, next, next + count);
      at = next + count;
    } else {
      const { count, back, next } = reference(bytes, tag, at);
      // It may reach into what it writes itself.
      for (const end = to + count; to < end; to += 1) out[to] = out.readUInt8(to - back);
      at = next;
    }
  }
  return out;
}

/**
 * @param {Buffer} bytes
 * @param {number} tag
 * @param {number} at
 */
function literal(bytes, tag, at) {
  const short = tag >> 2;
  if (short < 60) return { count: short + 1, next: at };
  const width = short - 59;
  return { count: bytes.readUIntLE(at, width) + 1, next: at + width };
}

/**
 * @param {Buffer} bytes
 * @param {number} tag
 * @param {number} at
 */
function reference(bytes, tag, at) {
  const kind = tag & 3;
  if (kind === 1) {
    return {
      count: ((tag >> 2) & 7) + 4,
      back: ((tag >> 5) << 8) | bytes.readUInt8(at),
      next: at + 1,
    };
  }
  const count = (tag >> 2) + 1;
  if (kind === 2) return { count, back: bytes.readUInt16LE(at), next: at + 2 };
  return { count, back: bytes.readUInt32LE(at), next: at + 4 };
}
