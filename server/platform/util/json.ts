/** Returns undefined where the text is not JSON; the JSON `null` is null. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
