import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints, endpointNames } from './all.ts'
import { classified, listFields } from './api/data-classes.ts'
import { files } from './data/files.ts'
import { enterprise } from './orders/enterprise.ts'
import { leadBoard } from './orders/lead-board.ts'
import { orders, privateOrders } from './orders/orders.ts'

/** The published data of the property itself. Any other public record in a response is about its owners. */
const propertyFields = new Set(['address', 'unit', 'city', 'state', 'zip', 'estimatedValue'])

const showsOwners = (response: z.ZodType) =>
  listFields(response).some(({ name, classes }) => classes.includes('public-record') && !propertyFields.has(name))

/** Endpoints for leads that the caller has paid for, and the download of their file. */
const paidEndpoints = new Set<unknown>(
  [orders, privateOrders, enterprise, leadBoard, files].flatMap((calls) => Object.values<unknown>(calls)),
)

test('exactly the endpoints that return unpaid owners count their rows', () => {
  const answering = allEndpoints.filter(
    ({ response, access }) => response && String(access) !== 'SUPER_ADMIN' && showsOwners(response),
  )
  const names = (calls: readonly (typeof allEndpoints)[number][]) => calls.map((call) => endpointNames.get(call))
  expect(names(answering.filter((call) => !paidEndpoints.has(call)))).toEqual(
    names(allEndpoints.filter((call) => call.ownerRows)),
  )
  expect(names(answering.filter((call) => call.ownerRows))).toEqual([
    ...['properties.search', 'properties.get', 'properties.sameOwner', 'buyers.search', 'savedSearches.changes'],
  ])
})

test.each(['ownerName', 'names', 'buyer', 'seller', 'lender'])(
  '%s alone makes a response count as owner data',
  (name) => {
    const [field, address] = [z.string(), z.string()].map((text) => classified('public-record', text))
    expect(showsOwners(z.object({ items: z.array(z.object({ [name]: field, address })) }))).toBe(true)
    expect(showsOwners(z.object({ items: z.array(z.object({ address })) }))).toBe(false)
  },
)

test('an endpoint with a page of owners has a limit parameter', () => {
  for (const { ownerRows, body, query } of allEndpoints)
    if (ownerRows === 'PAGE') expect(Object.keys((body ?? query)?.shape ?? {})).toContain('limit')
})
