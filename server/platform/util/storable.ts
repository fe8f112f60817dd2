/**
 * What is wrong with a value in which a text or a key has a null character or half a surrogate pair, which PostgreSQL
 * cannot store and no user types. `whole` names the value in the message about all of it.
 */
export function findUnstorable(value: unknown, whole: string): { path: string; message: string } | undefined {
  const path = findPath(value)?.join('.')
  return path === undefined ? undefined : { path, message: `${path || whole} has a character that cannot be stored.` }
}

/** Of a key, it is the path of its object. */
function findPath(value: unknown): string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : []
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return []
    const path = findPath(inner)
    if (path) return [key, ...path]
  }
  return undefined
}

const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()
