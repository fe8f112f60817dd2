import type { Param, Params } from './client.ts'

/**
 * Refuses a query whose placeholders and parameters differ. A connection remembers the parameters of earlier queries, so
 * one left out would silently take somebody else's value.
 */
export function checkParams(sql: string, params: Params): void {
  const wanted = new Set(Array.from(sql.matchAll(/\{(\w+):\s*[A-Z]/g), ([, name]) => name ?? ''))
  for (const name of wanted) if (!Object.hasOwn(params, name)) throw new Error(`The query needs the parameter ${name}.`)
  for (const name of Object.keys(params)) if (!wanted.has(name)) throw new Error(`The query has no parameter ${name}.`)
}

export function setParams(params: Params): string {
  const settings = Object.entries(params).map(([name, value]) => `param_${name} = ${literal(escaped(value))}`)
  return settings.length === 0 ? '' : `SET ${settings.join(', ')};`
}

/** A string as SQL reads it back. NUL is written out, since the text passes through C. */
export const literal = (text: string) => `'${text.replace(/['\\]/g, '\\$&').replaceAll('\0', '\\0')}'`

export const identifier = (name: string) => `\`${name.replace(/[`\\]/g, '\\$&')}\``

const escapes: Record<string, string> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', '\0': '\\0', "'": "\\'", '\\': '\\\\' }
const escapeText = (text: string) => text.replace(/[\t\n\r\0'\\]/g, (character) => escapes[character] ?? character)

function escaped(value: Param): string {
  if (typeof value === 'object') return `[${value.map(quotedItem).join(',')}]`
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'string' ? escapeText(value) : String(value)
}

const quotedItem = (item: string | number) => (typeof item === 'string' ? `'${escapeText(item)}'` : String(item))
