/** Finds the entry of the longest key that a text begins with. */
export function createPrefixLookup<T>(table: Readonly<Record<string, T>>): (text: string) => T | undefined {
  const entries = new Map(Object.entries(table))
  const lengths = [...new Set([...entries.keys()].map((key) => key.length))].sort((a, b) => b - a)
  return (text) => {
    for (const length of lengths) {
      const found = length <= text.length ? entries.get(text.slice(0, length)) : undefined
      if (found !== undefined) return found
    }
    return undefined
  }
}
