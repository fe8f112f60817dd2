import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { ownerTypes } from '../api/enums.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { textLine } from '../api/text.ts'
import { isOwnerMasked, PropertyId } from './properties.ts'

export const maxBuyerLists = 50
export const maxBuyersPerList = 1_000

const name = textLine('Name is required').min(1, 'Name is required').max(100, 'Name must be less than 100 characters')

export const BuyerList = z
  .object({ id: z.uuid(), name: z.string(), buyers: z.int(), createdAt: z.iso.datetime() })
  .meta({
    id: 'BuyerList',
    example: {
      id: '0199f3c2-7a51-7c43-9d1e-2b64c0a7f002',
      name: 'East Nashville cash buyers',
      buyers: 24,
      createdAt: '2026-11-02T09:30:03.000Z',
    },
  })
export type BuyerList = z.infer<typeof BuyerList>

export const NewBuyerList = z.strictObject({ name }).meta({ id: 'NewBuyerList', example: { name: 'Cash buyers' } })
export type NewBuyerList = z.infer<typeof NewBuyerList>

const AddedBuyers = z
  .strictObject({
    propertyIds: z
      .array(PropertyId)
      .min(1, 'Select at least one buyer')
      .max(maxBuyersPerList, `Select at most ${maxBuyersPerList.toLocaleString('en-US')} buyers`)
      .describe('The contact property of each buyer'),
  })
  .meta({ id: 'AddedBuyers', example: { propertyIds: ['11694027471264031877'] } })

export const SavedBuyer = z
  .object({
    buyerKey: z.string().describe("The `ownerKey` of the buyer's properties"),
    isOwnerMasked,
    names: classified('public-record', z.array(z.string())),
    buyerType: ownerTypes.schema,
    portfolioSize: z.int().describe('Properties the buyer currently owns, over all county datasets'),
    contactPropertyId: PropertyId,
    mailingAddress: classified('public-record', z.string().nullable()),
    mailingCity: classified('public-record', z.string().nullable()),
    mailingState: classified('public-record', z.string().nullable()),
    mailingZip: classified('public-record', z.string().nullable()),
    addedAt: z.iso.datetime(),
  })
  .meta({ id: 'SavedBuyer', example: { buyerType: 'LLC', names: ['TESTWELL HOLDINGS LLC'] } })
export type SavedBuyer = z.infer<typeof SavedBuyer>

const ListParams = z.object({ id: z.uuid('There is no such buyer list') })
const listEndpoint = endpointFactory({ tag: 'Buyers', access: ['CONSUMER_USER', 'ENTERPRISE_USER'] })
const path = '/v1/buyer-lists'

export const buyerLists = {
  list: listEndpoint(`GET ${path}`, 'List your buyer lists by name', {
    response: z.object({ items: z.array(BuyerList) }),
  }),
  create: listEndpoint(`POST ${path}`, `Create a buyer list, up to ${maxBuyerLists}`, {
    body: NewBuyerList,
    response: BuyerList,
    status: 201,
    idempotent: true,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  rename: listEndpoint(`PATCH ${path}/{id}`, 'Rename a buyer list', {
    params: ListParams,
    body: NewBuyerList,
    response: BuyerList,
    errors: ['CONFLICT'],
  }),
  remove: listEndpoint(`DELETE ${path}/{id}`, 'Delete a buyer list', { params: ListParams, status: 204 }),
  buyers: listEndpoint(`GET ${path}/{id}/buyers`, 'List the buyers of a list, last added first', {
    params: ListParams,
    query: PageQuery,
    response: pageSchema(SavedBuyer),
  }),
  addBuyers: listEndpoint(
    `PUT ${path}/{id}/buyers`,
    `Add buyers to a list, each once, up to ${maxBuyersPerList.toLocaleString('en-US')} in all`,
    { params: ListParams, body: AddedBuyers, response: BuyerList, errors: ['UNPROCESSABLE'] },
  ),
  removeBuyer: listEndpoint(`DELETE ${path}/{id}/buyers/{buyerKey}`, 'Remove a buyer from a list', {
    params: ListParams.extend({ buyerKey: z.string().regex(/^\d{1,20}$/, 'There is no such buyer') }),
    status: 204,
  }),
  export: listEndpoint(
    `GET ${path}/{id}/export`,
    'Export a buyer list as CSV; owners that you neither purchased nor revealed are masked',
    {
      params: ListParams,
      response: z.string().describe('Owner names and mailing addresses are masked until known'),
      answers: 'file',
      mediaType: 'text/csv',
      limits: [{ name: 'buyer-export', per: 'account', times: 30, seconds: 3600 }],
    },
  ),
}
