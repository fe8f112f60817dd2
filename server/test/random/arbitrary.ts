import fc from 'fast-check'
import { z } from 'zod'

type Json = z.core.JSONSchema.JSONSchema
type SchemaDefinitions = Record<string, z.core.JSONSchema._JSONSchema>

/** Inputs that a schema accepts, except the few that its refinements reject. */
export function validArbitrary(schema: z.ZodType): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return toArbitrary(json, json.$defs ?? {})
}

// Schemas that contain themselves end here.
const maxDepth = 3

function toArbitrary(
  schema: z.core.JSONSchema._JSONSchema,
  definitions: SchemaDefinitions,
  depth = 0,
): fc.Arbitrary<unknown> {
  if (typeof schema === 'boolean') return fc.jsonValue()
  const inner = (part: z.core.JSONSchema._JSONSchema) => toArbitrary(part, definitions, depth)
  if (schema.$ref) return toArbitrary(definitions[schema.$ref.replace('#/$defs/', '')] ?? true, definitions, depth + 1)
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...listAlternatives(schema.anyOf, depth).map(inner))
  if (schema.type === 'object') return objects(schema, inner)
  if (schema.type === 'array') return arrays(schema, inner)
  if (schema.type === 'string') return strings(schema)
  if (schema.type === 'integer')
    return fc.oneof(fc.integer(bounds(schema, 10)), fc.maxSafeInteger()).map(within(schema))
  if (schema.type === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true }).map(within(schema))
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  return fc.jsonValue()
}

function listAlternatives(all: z.core.JSONSchema._JSONSchema[], depth: number) {
  const flat = depth < maxDepth ? [] : all.filter((part) => !JSON.stringify(part).includes('"$ref"'))
  return flat.length > 0 ? flat : all
}

type ToInnerArbitrary = (part: z.core.JSONSchema._JSONSchema) => fc.Arbitrary<unknown>

/** Few of the optional keys at a time, so that findings stay small and one rejected key spoils few others. */
function objects({ properties = {}, required = [] }: Json, inner: ToInnerArbitrary): fc.Arbitrary<unknown> {
  const optional = Object.keys(properties).filter((name) => !required.includes(name))
  return fc
    .subarray(optional, { maxLength: Math.min(optional.length, 3) })
    .chain((chosen) =>
      fc.record(Object.fromEntries([...required, ...chosen].map((name) => [name, inner(properties[name] ?? true)]))),
    )
    .map(sortBounds)
}

/** The ends of a range must be in order, which a JSON schema does not say. */
function sortBounds(value: Record<string, unknown>): Record<string, unknown> {
  const { min, max, from, to } = value
  if (typeof min === 'number' && typeof max === 'number' && min > max) return { ...value, min: max, max: min }
  if (typeof from === 'string' && typeof to === 'string' && from > to) return { ...value, from: to, to: from }
  return value
}

function arrays(
  { prefixItems, items, minItems = 0, maxItems = 5 }: Json,
  inner: ToInnerArbitrary,
): fc.Arbitrary<unknown> {
  if (prefixItems) return fc.tuple(...prefixItems.map(inner))
  const item = Array.isArray(items) || items === undefined ? fc.jsonValue() : inner(items)
  return fc.array(item, { minLength: minItems, maxLength: Math.max(minItems, Math.min(maxItems, 5)) })
}

function strings({ format, pattern, minLength = 0, maxLength = 120 }: Json): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid()
  if (format === 'email') return fc.emailAddress()
  if (format === 'date') return days.map((day) => day.toISOString().slice(0, 10))
  if (format === 'date-time') return days.map((day) => day.toISOString())
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  return fc
    .oneof(fc.string({ minLength: 1, maxLength: 20 }), hostileText)
    .map((text) => text.slice(0, maxLength).padEnd(minLength, 'x'))
}

const days = fc.date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })

const bounds = ({ minimum = -10 }: Json, more: number) => ({ min: minimum, max: minimum + more })

const within =
  ({ minimum, maximum, exclusiveMinimum }: Json) =>
  (value: number) => {
    const lowest = minimum ?? (typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 0.5 : Number.NEGATIVE_INFINITY)
    return Math.min(Math.max(value, lowest), maximum ?? Number.POSITIVE_INFINITY)
  }

const buildDeepValue = (depth: number) => {
  let value: unknown = 'end'
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { value }
  return value
}

/** Texts that have broken parsers, escaping, sorting or storage before. */
export const hostileText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udfff tail',
    '%',
    '_\\',
    "'; drop table users; --",
    '{name:String}',
    '$1 :x ?',
    '../../etc/passwd',
    '..%2f..%00',
    '__proto__',
    'constructor',
    'null',
    'NaN',
    '1e309',
    '-0',
    '0x10',
    '9'.repeat(40),
    '٣',
    'ﬀİıß',
    '\u202e\u2066\ufeff',
    '👩‍👩‍👧‍👦'.repeat(20),
    'é'.repeat(30_000),
    '2024-02-30',
    '0000-00-00T00:00:00Z',
    '9999-12-31T23:59:59.999999999+23:59',
    '00000000-0000-0000-0000-000000000000',
  ),
  fc.string({ unit: 'binary' }),
)

const hostileNumber = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.1, 1e9, 2 ** 31, 2 ** 32, 2 ** 53, 2 ** 63, 2 ** 64, 1e300, -1e300, 5e-324),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  hostileNumber,
  fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]], { length: 1e9 }, { toString: 1 }),
  fc.constantFrom(
    buildDeepValue(50),
    buildDeepValue(2_000),
    Array(5_000).fill('37203'),
    JSON.parse('{"__proto__":{"admin":true}}'),
  ),
  fc.jsonValue(),
)

/** A value with up to three of its parts replaced by something hostile, removed, or joined by an unknown key. */
export const withMutation = (value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(value, fc.array(fc.tuple(fc.array(fc.nat(), { maxLength: 5 }), hostile), { minLength: 1, maxLength: 3 }))
    .map(([whole, mutations]) => mutations.reduce((given, [path, bad]) => replaceAt(given, path, bad), whole))

function replaceAt(value: unknown, [turn, ...path]: number[], bad: unknown): unknown {
  if (turn === undefined || typeof value !== 'object' || value === null) return bad
  const keys = Object.keys(value)
  const key = keys[turn % (keys.length + 1)] ?? 'unasked'
  const copy = Array.isArray(value) ? [...value] : { ...value }
  return Object.assign(copy, { [key]: replaceAt(Reflect.get(value, key), path, bad) })
}
