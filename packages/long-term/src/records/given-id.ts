/**
 * PERSISTED. The id under which a record is kept that was given one: it belongs to its namespace, so
 * that no namespace can tell by an id what another one holds [NS-1]. An id that is kept already stays.
 */
export function givenId(namespace: string, id: string): string {
  const prefix = `${namespace.replace(/%/gu, '%25').replace(/\//gu, '%2F')}/`;
  return id.startsWith(prefix) ? id : prefix + id;
}
