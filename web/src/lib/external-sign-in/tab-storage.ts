/** Session storage, which this tab alone reads and which survives the way to another site and back. */
export function readTabItem<Value>(key: string): Value | null {
  try {
    // Each key is written by one file.
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Value | null
  } catch {
    return null
  }
}

/** Null removes the item. Throws where the browser stores nothing. */
export function writeTabItem(key: string, value: unknown) {
  if (value === null) sessionStorage.removeItem(key)
  else sessionStorage.setItem(key, JSON.stringify(value))
}
