// @ts-check

/** An engine that does not answer, in this page: the calls of IndexedDB are there, and their ends are not reported. */

let isSilent = false;

/** From now on openings get no answer and transactions do not tell that they completed, until it is over. */
export function silence() {
  isSilent = true;
}

export function endSilence() {
  isSilent = false;
}

const factory = {
  open: (/** @type {string} */ name, /** @type {number | undefined} */ version) =>
    isSilent ? /** @type {IDBOpenDBRequest} */ ({}) : indexedDB.open(name, version),
  deleteDatabase: (/** @type {string} */ name) => indexedDB.deleteDatabase(name),
  databases: () => indexedDB.databases(),
};

/**
 * The factory of the page, which may be silent at openings.
 *
 * @returns {IDBFactory}
 */
export function maybeSilentFactory() {
  return /** @type {IDBFactory} */ (factory);
}

/** Has transactions of this page end without a word while it is silent. */
export function installSilentTransactions() {
  const listen = EventTarget.prototype.addEventListener;
  IDBTransaction.prototype.addEventListener = function (
    /** @type {string} */ type,
    /** @type {EventListenerOrEventListenerObject | null} */ listener,
    /** @type {AddEventListenerOptions | boolean | undefined} */ options,
  ) {
    if (!isSilent || type !== 'complete') listen.call(this, type, listener, options);
  };
}
