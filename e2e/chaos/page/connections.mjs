// @ts-check

/** Every connection that this page has opened. @type {Set<IDBDatabase>} */
const connections = new Set();

/** Closes the connections of this page without telling those who opened them. */
export function closeConnections() {
  for (const connection of connections) connection.close();
  connections.clear();
}

/** Has openings of this page leave their connections here. */
export function installConnectionList() {
  const open = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (name, version) {
    const opening = open.call(this, name, version);
    opening.addEventListener('success', () => connections.add(opening.result));
    return opening;
  };
}
