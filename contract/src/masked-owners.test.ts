import { expect, test } from 'vitest'
import { z } from 'zod'
import { allEndpoints, endpointNames } from './all.ts'
import { classified, listFields } from './api/data-classes.ts'
import { files } from './data/files.ts'
import { leadChanges } from './leads/lead-changes.ts'
import { letterTemplates } from './leads/letter-templates.ts'
import { mailings } from './leads/letters.ts'
import { leadTasks } from './leads/tasks.ts'
import { enterprise } from './orders/enterprise.ts'
import { leadBoard } from './orders/lead-board.ts'
import { orders, privateOrders } from './orders/orders.ts'
import { singleLeads } from './orders/single-leads.ts'
import { ownerReveals } from './properties/owner-reveals.ts'

/** The published data of the property itself. Any other public record in a response is about its owners. */
const propertyFields = new Set([
  ...['address', 'unit', 'city', 'state', 'zip', 'estimatedValue'],
  ...['lastSaleDate', 'lastSalePrice', 'soldOn', 'price', 'pricePerSqft'],
])

const showsOwners = (response: z.ZodType) =>
  listFields(response).some(({ name, classes }) => classes.includes('public-record') && !propertyFields.has(name))

test('criteria are the `criteria` of a body, where the names in them are counted', () => {
  const takesNames = (schema: z.ZodType | undefined) =>
    schema !== undefined &&
    JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })).includes('"mailingStates":{')
  const taking = allEndpoints.filter(({ body, query }) => takesNames(body) || takesNames(query))
  const misses = taking.filter(({ body }) => !listBodies(body).some((one) => takesNames(one.shape['criteria'])))
  expect(taking.length).toBeGreaterThan(8)
  expect(misses.map((call) => endpointNames.get(call))).toEqual([])
})

/** The alternatives of a body. */
const listBodies = (body: z.ZodType | undefined): z.ZodObject[] => {
  if (body instanceof z.ZodUnion) return body.options.flatMap((option) => listBodies(option as z.ZodType))
  return body instanceof z.ZodObject ? [body] : []
}

/** Endpoints for leads that the caller has paid for, and the download of their file. */
const paidEndpoints = new Set<unknown>(
  [
    ...[orders, privateOrders, enterprise, leadBoard, leadChanges, leadTasks],
    ...[letterTemplates, mailings, singleLeads, files],
  ].flatMap((calls) => Object.values<unknown>(calls)),
)

test('every endpoint that returns unpaid owners says whether they are masked', () => {
  const unpaid = allEndpoints.filter(
    (call) =>
      call.response &&
      String(call.access) !== 'SUPER_ADMIN' &&
      !paidEndpoints.has(call) &&
      call !== ownerReveals.reveal &&
      showsOwners(call.response),
  )
  const saysSo = ({ response }: (typeof unpaid)[number]) =>
    listFields(response).some(({ name }) => name === 'isOwnerMasked')
  expect(unpaid.filter((call) => !saysSo(call)).map((call) => endpointNames.get(call))).toEqual([])
  expect(unpaid.map((call) => endpointNames.get(call))).toEqual([
    ...['properties.search', 'properties.get', 'properties.sameOwner', 'buyers.search', 'buyerLists.buyers'],
    ...['buyerMatches.find', 'savedSearches.changes'],
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
