const idByError = new Map<unknown, string>()

/**
 * The Error ID: the time in base 36 with four random characters, as the server makes them. One error keeps its id, so
 * that the screen and the report agree.
 */
export function getErrorId(error: unknown): string {
  const id = idByError.get(error) ?? (Date.now().toString(36) + Math.random().toString(36).slice(2, 6)).toUpperCase()
  idByError.set(error, id)
  return id
}
