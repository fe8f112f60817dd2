import type { Param, Params } from './client.ts'

/**
 * Throws for a query whose placeholders and parameters differ. A connection remembers the parameters of earlier
 * queries, so a missing one would silently take another query's value.
 */
export function checkParams(sql: string, params: Params): void {
  const wanted = new Set(Array.from(sql.matchAll(/\{(\w+):\s*[A-Z]/g), ([, name]) => name ?? ''))
  for (const name of wanted) if (!Object.hasOwn(params, name)) throw new Error(`The query needs the parameter ${name}.`)
  for (const name of Object.keys(params)) if (!wanted.has(name)) throw new Error(`The query has no parameter ${name}.`)
}

export function formatSetParams(params: Params): string {
  const settings = Object.entries(params).map(([name, value]) => `param_${name} = ${quoteLiteral(formatParam(value))}`)
  return settings.length === 0 ? '' : `SET ${settings.join(', ')};`
}

/** Quotes a string for SQL. NUL is escaped, since the text passes through C. */
export const quoteLiteral = (text: string) => `'${text.replace(/['\\]/g, '\\$&').replaceAll('\0', '\\0')}'`

export const quoteIdentifier = (name: string) => `\`${name.replace(/[`\\]/g, '\\$&')}\``

const escapeByCharacter: Record<string, string> = {
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\\0',
  "'": "\\'",
  '\\': '\\\\',
}
const escapeText = (text: string) =>
  text.replace(/[\t\n\r\0'\\]/g, (character) => escapeByCharacter[character] ?? character)

function formatParam(value: Param): string {
  if (typeof value === 'object') return `[${value.map(formatItem).join(',')}]`
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'string' ? escapeText(value) : String(value)
}

const formatItem = (item: string | number) => (typeof item === 'string' ? `'${escapeText(item)}'` : String(item))
