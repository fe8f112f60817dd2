import { allEndpoints, endpointNames } from '@dooryard/contract/all'
import type { AnyEndpoint } from '@dooryard/contract/endpoint'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { accepted } from './arbitrary.ts'

// Whatever a caller may type into any call: it is refused or loses what nobody sees, unless it stands here with a reason.

/** Compared with what is kept, or with its hash, to the character. */
const exact = / params\.id$|\.(password|confirmPassword|currentPassword|newPassword|refreshToken|token|ticket)$/
/** Texts of several lines. */
const ofSeveralLines = new Set(['leadBoard.addNote body.text'])

type Field = { name: string; schema: z.ZodType }

/** Every schema in which text is typed, with where it stands; what turns text into something else counts as one. */
function fieldsIn(schema: z.ZodType, name: string, inside: readonly z.ZodType[] = []): Field[] {
  if (inside.includes(schema)) return []
  const within = (part: z.ZodType, at = name) => fieldsIn(part, at, [...inside, schema])
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat) return [{ name, schema }]
  if (schema instanceof z.ZodObject)
    return Object.entries<z.ZodType>(schema.shape).flatMap(([key, part]) => within(part, `${name}.${key}`))
  if (schema instanceof z.ZodPipe) {
    const given = schema.def.in as z.ZodType
    if (given instanceof z.ZodTransform) return within(schema.def.out as z.ZodType)
    const parts = within(given)
    return parts.length > 0 && parts.every((part) => part.name === name) ? [{ name, schema }] : parts
  }
  const parts = schema instanceof z.ZodLazy ? [schema.unwrap()] : Object.values(schema.def).flat()
  return parts.flatMap((part) => (part instanceof z.ZodType ? within(part) : []))
}

const typedInto = (endpoint: AnyEndpoint): Field[] =>
  (['params', 'query', 'body'] as const).flatMap((where) =>
    endpoint[where] ? fieldsIn(endpoint[where], `${endpointNames.get(endpoint)} ${where}`) : [],
  )

const bySchema = Map.groupBy(
  allEndpoints.flatMap(typedInto).filter(({ name }) => !exact.test(name)),
  ({ schema }) => schema,
)
const fields = [...bySchema].map(([schema, places]) => [places[0]?.name ?? '', schema] as const)

const unseen = [
  '\u0007',
  '\u200b',
  '\u200e',
  '\u202e',
  '\u2066',
  '\u061c',
  '\u180e',
  '\u{e0041}',
  '\u3164',
  '\u2800',
  '\ufeff',
]

/** What a field makes of texts that it takes, with something in them that nobody sees or a line end; null where it refuses. */
function taken(schema: z.ZodType, extra: string): unknown[] {
  const texts = fc.sample(accepted(schema), 15).filter((text) => typeof text === 'string' && text.length > 0)
  const probes = [
    ...(texts as string[]),
    'Riverside',
    'NC:Bath',
    '615-555-0130',
    'https://example.com/a',
    'a@example.com',
  ]
  return probes.flatMap((text) =>
    [0, 1, Math.ceil(text.length / 2), text.length].flatMap((at) => {
      const parsed = schema.safeParse(`${text.slice(0, at)}${extra}${text.slice(at)}`)
      return parsed.success ? [parsed.data] : []
    }),
  )
}

describe('text that is typed', () => {
  test('is found in every call, also in criteria within criteria', () => {
    const names = [...bySchema.values()].flat().map(({ name }) => name)
    expect(names).toContain('campaigns.create body.name')
    expect(names).toContain('campaigns.create body.criteria.stack.of.name')
    expect(names).toContain('orders.listAll query.search')
    expect(fields.length).toBeGreaterThan(100)
  })

  test.each(fields)('%s keeps nothing that nobody sees', (_, schema) => {
    for (const one of unseen)
      for (const text of taken(schema, one)) expect(text).not.toEqual(expect.stringContaining(one))
  })

  test.each(fields)('%s is one line, unless it may have several', (name, schema) => {
    const kept = taken(schema, '\n').some((text) => typeof text === 'string' && text.includes('\n'))
    expect(kept).toBe(ofSeveralLines.has(name))
  })
})
