import type { z } from 'zod'
import { appError } from '../errors.ts'

const stock = /^(Invalid|Too|Unrecognized|Expected|Required)/

/** Zod's own messages name no field, so a person needs its path in front; the contract's messages stand alone. */
const sentence = (path: string, message: string) => (path && stock.test(message) ? `${path}: ${message}` : message)

/** Parses one part of a request, or refuses it with every issue and the first one as the message. */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return storable(parsed.data)
  const issues = parsed.error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message: sentence(path.join('.'), message),
  }))
  throw appError('VALIDATION', issues[0]?.message ?? 'The request is not valid.', { issues })
}

/** PostgreSQL keeps no text with a null character or half a surrogate pair, and nobody types one. */
function storable<Data>(data: Data): Data {
  const path = unstorablePath(data)?.join('.')
  if (path === undefined) return data
  const message = `${path || 'The request'} has a character that cannot be stored.`
  throw appError('VALIDATION', message, { issues: [{ path, message }] })
}

/** Where such a text stands in parsed data, which nests no deeper than its schema. */
function unstorablePath(value: unknown): string[] | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? [] : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const path = unstorablePath(inner)
    if (path) return [key, ...path]
  }
  return undefined
}
