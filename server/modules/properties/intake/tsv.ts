export type TsvValue = string | number | boolean | null | readonly (string | number | null)[]

const escapes: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0' }
const special = /[\\\t\n\r\0]/
const escaped = (text: string) =>
  special.test(text) ? text.replace(/[\\\t\n\r\0]/g, (character) => escapes[character] ?? character) : text

// Inside an array, text stands in quotes and unknown is a word.
const quoted = (item: string | number | null) =>
  typeof item === 'string' ? `'${escaped(item).replaceAll("'", "\\'")}'` : item === null ? 'NULL' : String(item)

/** One field of ClickHouse's TabSeparated format. */
export function tsvField(value: TsvValue): string {
  if (value === null) return '\\N'
  if (typeof value === 'string') return escaped(value)
  if (typeof value !== 'object') return String(value)
  return value.length === 0 ? '[]' : `[${value.map(quoted).join(',')}]`
}

export const tsvLine = (values: readonly TsvValue[]) => `${values.map(tsvField).join('\t')}\n`
