import { allEndpoints, endpointNames } from '@dooryard/contract/all'
import type { AnyEndpoint } from '@dooryard/contract/api/endpoint'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { validArbitrary } from './random/arbitrary.ts'

// Text that a caller may type into any call: invisible characters are refused or removed, unless the field is listed
// here with a reason.

/**
 * Compared with a stored value, or its hash, character by character; or with columns and cells of a county's file, and
 * with names of files on the server.
 */
const exactFieldPattern =
  / params\.id$|\.(password|confirmPassword|currentPassword|newPassword|refreshToken|token|ticket)$| body\.document(\.(county|key|property|sale|files|joins|uses|loans)\.|$)|changeTable body\.choices\.|(addServerFile body|importFolder query)\.path$/
/** Multiline texts. */
const multilineFields = new Set([
  ...['leadBoard.addNote body.text', 'contactResultLog.add body.note', 'errorReports.report body.stack'],
  ...['leadTasks.create body.note', 'leadTasks.change body.note'],
  ...['letterTemplates.create body.text', 'letterTemplates.create body.backText'],
  ...['adminUserNotes.create body.body', 'adminUserNotes.change body.body', 'sources.save body.document.notes'],
])

type TextField = { name: string; schema: z.ZodType }

/** Every schema that takes text, with its path; one that transforms text counts as one. */
function collectFields(schema: z.ZodType, name: string, parents: readonly z.ZodType[] = []): TextField[] {
  if (parents.includes(schema)) return []
  const within = (part: z.ZodType, at = name) => collectFields(part, at, [...parents, schema])
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

const listTextFields = (endpoint: AnyEndpoint): TextField[] =>
  (['params', 'query', 'body'] as const).flatMap((where) =>
    endpoint[where] ? collectFields(endpoint[where], `${endpointNames.get(endpoint)} ${where}`) : [],
  )

const bySchema = Map.groupBy(
  allEndpoints.flatMap(listTextFields).filter(({ name }) => !exactFieldPattern.test(name)),
  ({ schema }) => schema,
)
const fields = [...bySchema].map(([schema, places]) => [places[0]?.name ?? '', schema] as const)

const invisibleCharacters = [
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

/** What a field returns for valid texts with an invisible character or a line end added; null where it rejects them. */
function listAccepted(schema: z.ZodType, extra: string): unknown[] {
  const texts = fc.sample(validArbitrary(schema), 15).filter((text) => typeof text === 'string' && text.length > 0)
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
  test('is found in every call, also in nested criteria', () => {
    const names = [...bySchema.values()].flat().map(({ name }) => name)
    expect(names).toContain('campaigns.create body.name')
    expect(names).toContain('campaigns.create body.criteria.stack.of.name')
    expect(names).toContain('orders.listAll query.search')
    expect(fields.length).toBeGreaterThan(100)
  })

  test.each(fields)('%s keeps no invisible characters', (_, schema) => {
    for (const one of invisibleCharacters)
      for (const text of listAccepted(schema, one)) expect(text).not.toEqual(expect.stringContaining(one))
  })

  test.each(fields)('%s is one line, unless it may have several', (name, schema) => {
    const kept = listAccepted(schema, '\n').some((text) => typeof text === 'string' && text.includes('\n'))
    expect(kept).toBe(multilineFields.has(name))
  })
})
