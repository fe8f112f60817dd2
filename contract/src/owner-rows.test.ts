import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints, endpointNames } from './all.ts'
import { classified, listFields } from './data-classes.ts'
import { enterprise } from './enterprise.ts'
import { files } from './files.ts'
import { leadBoard } from './lead-board.ts'
import { orders, privateOrders } from './orders.ts'

/** What is published of a property itself. Whatever else of the public record an answer has tells of its owners. */
const ofProperty = new Set(['address', 'unit', 'city', 'state', 'zip', 'estimatedValue'])

const showsOwners = (response: z.ZodType) =>
  listFields(response).some(({ name, classes }) => classes.includes('public-record') && !ofProperty.has(name))

/** Calls about leads that the caller has paid for, and the one that sends their file. */
const paid = new Set<unknown>(
  [orders, privateOrders, enterprise, leadBoard, files].flatMap((calls) => Object.values<unknown>(calls)),
)

test('every call that answers with owners whom nobody has paid for counts them, and no other call does', () => {
  const answering = allEndpoints.filter(
    ({ response, access }) => response && String(access) !== 'SUPER_ADMIN' && showsOwners(response),
  )
  const names = (calls: readonly (typeof allEndpoints)[number][]) => calls.map((call) => endpointNames.get(call))
  expect(names(answering.filter((call) => !paid.has(call)))).toEqual(
    names(allEndpoints.filter((call) => call.ownerRows)),
  )
  expect(names(answering.filter((call) => call.ownerRows))).toEqual([
    ...['properties.search', 'properties.get', 'properties.sameOwner', 'buyers.search', 'savedSearches.changes'],
  ])
})

test.each(['ownerName', 'names', 'buyer', 'seller', 'lender'])('%s alone makes an answer one with owners', (name) => {
  const [field, address] = [z.string(), z.string()].map((text) => classified('public-record', text))
  expect(showsOwners(z.object({ items: z.array(z.object({ [name]: field, address })) }))).toBe(true)
  expect(showsOwners(z.object({ items: z.array(z.object({ address })) }))).toBe(false)
})

test('a call that answers with a page of owners says how many it wants', () => {
  for (const { ownerRows, body, query } of allEndpoints)
    if (ownerRows === 'PAGE') expect(Object.keys((body ?? query)?.shape ?? {})).toContain('limit')
})
