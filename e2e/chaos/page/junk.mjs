// @ts-check

/** Names that objects have from birth, and which no reader may fall for. */
const PROTOTYPE_NAMES = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];

/**
 * Something that nobody expects to read, which a database takes.
 *
 * @param {() => number} random
 * @returns {unknown}
 */
function junk(random) {
  const values = [
    undefined,
    null,
    '',
    ' ',
    '\ud800',
    'x'.repeat(5_000),
    0,
    -1,
    0.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.MAX_SAFE_INTEGER,
    1e308,
    -1e15,
    true,
    false,
    12n,
    new Date(Number.NaN),
    new Date(0),
    new Map([['a', 1]]),
    new Set([1]),
    new Uint8Array(3),
    new ArrayBuffer(2),
    /x/u,
    [],
    [[]],
    [null, undefined],
    {},
    { type: 'text' },
    { value: { value: { value: null } } },
    deep(200),
    ...PROTOTYPE_NAMES,
    ownProto(),
  ];
  return values[Math.floor(random() * values.length)];
}

/** @param {number} levels */
function deep(levels) {
  let value = /** @type {unknown} */ ('bottom');
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

/** With a field of its own of that name, as JSON can make it. */
function ownProto() {
  return JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": null}}');
}

/**
 * A copy of a value with a random field somewhere in it damaged.
 *
 * @param {unknown} value
 * @param {() => number} random
 * @returns {unknown}
 */
export function damaged(value, random) {
  const copy = structuredClone(value);
  const places = placesIn(copy);
  const place = places[Math.floor(random() * places.length)];
  if (!place || random() < 0.05) return junk(random);
  damageAt(place, places, random);
  return copy;
}

/** @typedef {{ readonly holder: Record<string, unknown>, readonly name: string }} Place */

/**
 * @param {unknown} value
 * @returns {readonly Place[]}
 */
function placesIn(value) {
  /** @type {Place[]} */
  const places = [];
  const visit = (/** @type {unknown} */ some) => {
    if (typeof some !== 'object' || some === null || ArrayBuffer.isView(some)) return;
    const holder = /** @type {Record<string, unknown>} */ (some);
    for (const name of Object.keys(holder)) {
      places.push({ holder, name });
      visit(holder[name]);
    }
    if (some instanceof Map) for (const item of some.values()) visit(item);
  };
  visit(value);
  return places;
}

/**
 * @param {Place} place
 * @param {readonly Place[]} places
 * @param {() => number} random
 */
function damageAt({ holder, name }, places, random) {
  const kind = random();
  const value = holder[name];
  if (kind < 0.45) define(holder, name, junk(random));
  else if (kind < 0.6) delete holder[name];
  else if (kind < 0.7 && Array.isArray(value)) value.length = Math.floor(value.length / 2);
  else if (kind < 0.75 && Array.isArray(value)) value.push(structuredClone(value[0]));
  else if (kind < 0.85) {
    const other = places[Math.floor(random() * places.length)];
    if (!other) return;
    // A copy: one that held the other would go round in a circle.
    define(holder, name, structuredClone(other.holder[other.name]));
  } else if (kind < 0.92) {
    const odd = PROTOTYPE_NAMES[Math.floor(random() * PROTOTYPE_NAMES.length)] ?? '__proto__';
    define(holder, odd, value);
  } else if (typeof value === 'number') define(holder, name, numberNear(value, random));
  else define(holder, name, junk(random));
}

/**
 * @param {number} value
 * @param {() => number} random
 */
function numberNear(value, random) {
  const near = [value + 1, value - 1, -value, value * 1e9, value + 0.5, 2 ** 53];
  return near[Math.floor(random() * near.length)];
}

/**
 * @param {Record<string, unknown>} holder
 * @param {string} name
 * @param {unknown} value
 */
function define(holder, name, value) {
  Object.defineProperty(holder, name, {
    ...{ value, enumerable: true, configurable: true, writable: true },
  });
}
