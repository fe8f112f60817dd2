import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints, endpointNames } from './all.ts'
import { enterprise } from './enterprise.ts'
import { leadBoard } from './lead-board.ts'
import { orders, privateOrders } from './orders.ts'

/** Fields that say who owns a property and where their mail goes. */
const ownerFields = ['ownerName', 'ownerNames', 'mailingAddress', 'mailingCity', 'mailingZip']

/** Calls about leads that the caller has paid for. */
const paid = new Set<unknown>(
  [orders, privateOrders, enterprise, leadBoard].flatMap((calls) => Object.values<unknown>(calls)),
)

test('every call that answers with owners whom nobody has paid for counts them, and no other call does', () => {
  const answering = allEndpoints.filter(({ response, access }) => {
    if (!response || String(access) === 'SUPER_ADMIN') return false
    const schema = JSON.stringify(z.toJSONSchema(response, { unrepresentable: 'any' }))
    return ownerFields.some((field) => schema.includes(`"${field}":`))
  })
  const names = (calls: readonly (typeof allEndpoints)[number][]) => calls.map((call) => endpointNames.get(call))
  expect(names(answering.filter((call) => !paid.has(call)))).toEqual(
    names(allEndpoints.filter((call) => call.ownerRows)),
  )
  expect(names(answering.filter((call) => call.ownerRows))).toEqual([
    ...['properties.search', 'properties.get', 'properties.sameOwner', 'buyers.search', 'savedSearches.changes'],
  ])
})

test('a call that answers with a page of owners says how many it wants', () => {
  for (const { ownerRows, body, query } of allEndpoints)
    if (ownerRows === 'PAGE') expect(Object.keys((body ?? query)?.shape ?? {})).toContain('limit')
})
