import type { z } from 'zod'
import { appError } from '../errors.ts'

const stock = /^(Invalid|Too|Unrecognized|Expected|Required)/

/** Zod's own messages name no field, so a person needs its path in front; the contract's messages stand alone. */
const sentence = (path: string, message: string) => (path && stock.test(message) ? `${path}: ${message}` : message)

/** Parses one part of a request, or refuses it with every issue and the first one as the message. */
export function validate<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = parse(schema, value)
  if (parsed.success) return storable(parsed.data)
  const issues = parsed.error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message: sentence(path.join('.'), message),
  }))
  throw appError('VALIDATION', issues[0]?.message ?? 'The request is not valid.', { issues })
}

/**
 * Zod compares the `length` of whatever it is given, and throws where that is an object that cannot be made a text: one
 * with a `toString` of its own, or a list in lists without an end.
 */
function parse<Schema extends z.ZodType>(schema: Schema, value: unknown) {
  try {
    return schema.safeParse(value)
  } catch (error) {
    if (error instanceof RangeError || hidesToString(value)) throw appError('VALIDATION', 'The request is not valid.')
    throw error
  }
}

/** One after another, for what was refused may nest as deep as it likes. */
function hidesToString(value: unknown): boolean {
  const rest = [value]
  while (rest.length > 0) {
    const one = rest.pop()
    if (typeof one !== 'object' || one === null) continue
    if (Object.hasOwn(one, 'toString')) return true
    for (const inner of Object.values(one)) rest.push(inner)
  }
  return false
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
