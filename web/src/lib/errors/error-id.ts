const idByObject = new WeakMap<object, string>()
const idByValue = new Map<unknown, string>()

/**
 * The Error ID: the time in base 36 with four random characters, as the server makes them. One error keeps its id, so
 * that the screen and the report agree.
 */
export function getErrorId(error: unknown): string {
  const isObject = (typeof error === 'object' && error !== null) || typeof error === 'function'
  const known = isObject ? idByObject.get(error) : idByValue.get(error)
  if (known !== undefined) return known
  const id = (Date.now().toString(36) + Math.random().toString(36).slice(2, 6)).toUpperCase()
  if (isObject) idByObject.set(error, id)
  else idByValue.set(error, id)
  return id
}
