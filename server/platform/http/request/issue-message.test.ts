import { expect, test } from 'vitest'
import { z } from 'zod'
import { describeIssue } from './issue-message.ts'

const options = {
  error: (issue: Parameters<typeof describeIssue>[1]) => describeIssue('The request body', issue),
  reportInput: true,
}
const listMessages = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, options).error?.issues.map(({ message }) => message)

const letters = z.enum(['A', 'B', 'C'])
const many = Array.from({ length: 30 }, (_, at) => `V${at}`)
const shape = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('DOT') }),
  z.object({ kind: z.literal('LINE'), length: z.number() }),
])

const cases: [what: string, schema: z.ZodType, value: unknown, messages: string[]][] = [
  ['one unknown field', z.strictObject({}), { password: 1 }, ['There is no field password']],
  ['unknown fields', z.strictObject({}), { a: 1, b: 2, c: 3 }, ['There are no fields a, b and c']],
  [
    'an unknown inner field',
    z.object({ owner: z.strictObject({}) }),
    { owner: { x: 1 } },
    ['There is no field owner.x'],
  ],
  ['a long unknown field', z.strictObject({}), { ['x'.repeat(5_000)]: 1 }, [`There is no field ${'x'.repeat(100)}…`]],
  ['an unknown option', z.object({ kind: letters }), { kind: 'D' }, ['kind must be one of A, B, C']],
  ['the only option', z.object({ kind: z.literal('A') }), { kind: 'D' }, ['kind must be A']],
  ['one of many options', z.object({ kind: z.enum(many) }), { kind: 'D' }, ['kind is none of the known values']],
  ['a missing option', z.object({ kind: letters }), {}, ['kind is required']],
  ['a missing field', z.object({ name: z.string() }), {}, ['name is required']],
  ['null for a text', z.object({ name: z.string() }), { name: null }, ['name must be a text']],
  ['a text for a number', z.object({ stars: z.number() }), { stars: '3' }, ['stars must be a number']],
  ['no number', z.object({ stars: z.coerce.number() }), { stars: 'many' }, ['stars must be a number']],
  ['half a number', z.object({ stars: z.int() }), { stars: 1.5 }, ['stars must be a whole number']],
  ['a text for a switch', z.object({ on: z.boolean() }), { on: 'yes' }, ['on must be true or false']],
  ['a text for a list', z.object({ tags: z.array(z.string()) }), { tags: 'a' }, ['tags must be a list']],
  ['a wrong item', z.object({ tags: z.array(z.string()) }), { tags: ['a', 1] }, ['tags.1 must be a text']],
  ['no object', z.object({}), null, ['The request body must be an object']],
  ['nothing', z.object({}), undefined, ['The request body is required']],
  ['a large number', z.object({ stars: z.number().max(1_000) }), { stars: 1e9 }, ['stars must be at most 1,000']],
  ['a small number', z.object({ stars: z.number().min(1) }), { stars: 0 }, ['stars must be at least 1']],
  ['not a positive number', z.object({ stars: z.number().gt(0) }), { stars: 0 }, ['stars must be greater than 0']],
  ['not a negative number', z.object({ stars: z.number().lt(0) }), { stars: 0 }, ['stars must be less than 0']],
  ['an odd number', z.object({ stars: z.number().multipleOf(2) }), { stars: 3 }, ['stars must be a multiple of 2']],
  ['a short text', z.object({ name: z.string().min(2) }), { name: 'a' }, ['name must have at least 2 characters']],
  ['an empty text', z.object({ name: z.string().min(1) }), { name: '' }, ['name must have at least 1 character']],
  ['a long text', z.object({ name: z.string().max(2) }), { name: 'abc' }, ['name must have at most 2 characters']],
  ['an inexact text', z.object({ code: z.string().length(6) }), { code: '1' }, ['code must have exactly 6 characters']],
  ['an empty list', z.object({ tags: z.array(z.any()).min(1) }), { tags: [] }, ['tags must have at least 1 item']],
  ['no email', z.object({ to: z.email() }), { to: 'casey' }, ['to must be an email address']],
  ['no URL', z.object({ url: z.url() }), { url: 'casey' }, ['url must be a URL']],
  ['no id', z.object({ id: z.uuid() }), { id: '1' }, ['id must be a UUID']],
  ['no day', z.object({ on: z.iso.date() }), { on: 'today' }, ['on must be a date, such as 2026-11-02']],
  [
    'no instant',
    z.object({ at: z.iso.datetime() }),
    { at: 'now' },
    ['at must be a date and time, such as 2026-11-02T09:30:00Z'],
  ],
  ['a wrong form', z.object({ zip: z.string().regex(/^\d{5}$/) }), { zip: 'x' }, ['zip does not have the right form']],
  ['a wrong start', z.object({ key: z.string().startsWith('dy_') }), { key: 'x' }, ['key must start with dy_']],
  [
    'neither of two',
    z.object({ id: z.union([z.string(), z.array(z.string())]) }),
    { id: 1 },
    ['id must be a text or a list'],
  ],
  [
    'neither of the values',
    z.object({ is: z.union([z.literal('A'), z.boolean()]) }),
    { is: 1 },
    ['is must be A or true or false'],
  ],
  [
    'the closer of two',
    z.object({ id: z.union([z.uuid(), z.array(z.uuid())]) }),
    { id: ['x'] },
    ['id.0 must be a UUID'],
  ],
  ['the form of one of two', z.object({ id: z.union([z.number(), z.uuid()]) }), { id: 'x' }, ['id must be a UUID']],
  ['no alternative at all', z.object({ shape }), { shape: { kind: 'BOX' } }, ['shape.kind must be one of DOT, LINE']],
  [
    'a refused name',
    z.object({ by: z.record(z.string().max(1), z.any()) }),
    { by: { DD: 1 } },
    ['by.DD is not a known name'],
  ],
  ['a refusal without words', z.object({ name: z.string().refine(() => false) }), { name: 'a' }, ['name is not valid']],
  ['words of the contract', z.object({ name: z.string().min(1, 'Name it') }), { name: '' }, ['Name it']],
  [
    'words of the contract in one of two',
    z.object({ id: z.union([z.array(z.string()), z.string().min(3, 'Name it')]) }),
    { id: 'a' },
    ['Name it'],
  ],
]

test.each(cases)('%s reads as a sentence', (_, schema, value, messages) => {
  expect(listMessages(schema, value)).toEqual(messages)
})
