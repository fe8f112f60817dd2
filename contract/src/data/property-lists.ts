import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory, FileBody } from '../api/endpoint.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { textLine } from '../api/text.ts'
import { Criteria } from '../criteria/criteria.ts'
import { PropertyId, situs } from '../properties/properties.ts'

export const maxPropertyLists = 100

/** Properties of one list. */
export const maxListProperties = 10_000

export const propertyListRestorableDays = 30

/** Rows of a file of addresses, of which each may name a property. */
export const maxAddressRows = 10_000

export const maxAddressFileBytes = 5 * 1024 ** 2

/** Properties that a row which names none may have meant. */
export const maxCandidates = 5

const name = textLine('Name is required').min(1, 'Name is required').max(100, 'Name must be less than 100 characters')

export const PropertyList = z
  .object({
    id: z.uuid(),
    name: z.string(),
    properties: z.int().describe('Properties in the list, each once'),
    missing: z
      .int()
      .nullable()
      .describe('How many of them no county dataset has any more: they stay in the list; null if currently unknown'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime().describe('When properties were last added or removed, or the list was renamed'),
  })
  .meta({
    id: 'PropertyList',
    example: {
      id: '0199f3c2-7a51-7c43-9d1e-2b64c0a7f002',
      name: 'Driving for dollars, May',
      properties: 214,
      missing: 0,
      createdAt: '2026-11-02T09:30:03.000Z',
      updatedAt: '2026-11-02T09:30:03.000Z',
    },
  })
export type PropertyList = z.infer<typeof PropertyList>

export const NewPropertyList = z
  .strictObject({ name })
  .meta({ id: 'NewPropertyList', example: { name: 'Driving for dollars' } })
export type NewPropertyList = z.infer<typeof NewPropertyList>

const listedIds = z
  .array(PropertyId)
  .min(1, 'Select at least one property')
  .max(maxListProperties, `At most ${maxListProperties.toLocaleString('en-US')} properties`)

export const PropertyListChange = z
  .union([
    z.strictObject({ action: z.enum(['ADD', 'REMOVE']), propertyIds: listedIds }),
    z.strictObject({ action: z.enum(['ADD', 'REMOVE']), criteria: Criteria }),
  ])
  .meta({ id: 'PropertyListChange', example: { action: 'ADD', propertyIds: ['11694027471264031877'] } })
export type PropertyListChange = z.infer<typeof PropertyListChange>

export const PropertyListChanged = z
  .object({
    list: PropertyList,
    changed: z
      .array(PropertyId)
      .describe(
        'The properties that were added or removed: those already in the list, or not in it, are left as they are',
      ),
    skipped: z.int().describe('How many the list had no room for'),
  })
  .meta({
    id: 'PropertyListChanged',
    example: {
      list: {
        id: '0199f3c2-7a51-7c43-9d1e-2b64c0a7f002',
        name: 'Driving for dollars, May',
        properties: 215,
        missing: 0,
        createdAt: '2026-11-02T09:30:03.000Z',
        updatedAt: '2026-11-02T09:41:17.000Z',
      },
      changed: ['11694027471264031877'],
      skipped: 0,
    },
  })
export type PropertyListChanged = z.infer<typeof PropertyListChanged>

const Candidate = z.object({ propertyId: PropertyId, ...situs })
export type Candidate = z.infer<typeof Candidate>

export const AddressMatches = z
  .object({
    rows: z.int().describe('Rows of the file, without its header and empty rows'),
    matched: z
      .array(z.object({ line: z.int(), propertyId: PropertyId }))
      .describe('Rows with the property that they name; several rows may name the same'),
    unmatched: z
      .array(
        z.object({
          line: z.int(),
          text: classified('personal', z.string()).describe('The address of the row, as the file has it'),
          reason: z.string(),
          candidates: z
            .array(Candidate)
            .max(maxCandidates)
            .describe('Properties that it may have meant, the nearest first'),
        }),
      )
      .describe('Rows that name no property, or several'),
  })
  .meta({ id: 'AddressMatches' })
export type AddressMatches = z.infer<typeof AddressMatches>

export const AddressFile = z.object({
  fileName: textLine('The file name is required')
    .min(1, 'The file name is required')
    .max(200, 'The file name is too long'),
  addedLines: z.coerce
    .number<string | number>()
    .int()
    .min(0)
    .max(1)
    .default(0)
    .describe('Lines put before the text of the user, such as a header, which line numbers do not count'),
})

export type AddressFile = z.infer<typeof AddressFile>

const matchLimits = [{ name: 'address-match', per: 'account', times: 60, seconds: 3600 }] as const

const ListParams = z.object({ id: z.uuid('There is no such list') })
const listEndpoint = endpointFactory({ tag: 'Lists', access: ['CONSUMER_USER', 'ENTERPRISE_USER'] })
const path = '/v1/property-lists'

export const propertyLists = {
  list: listEndpoint(`GET ${path}`, 'List your lists of properties, the last changed first', {
    query: PageQuery.extend({
      search: textLine().max(100).optional(),
      propertyId: PropertyId.optional().describe('Only lists that have this property'),
    }),
    response: pageSchema(PropertyList),
  }),
  create: listEndpoint(`POST ${path}`, `Create an empty list, up to ${maxPropertyLists}`, {
    body: NewPropertyList,
    response: PropertyList,
    status: 201,
    idempotent: true,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  get: listEndpoint(`GET ${path}/{id}`, 'Get a list of properties', { params: ListParams, response: PropertyList }),
  rename: listEndpoint(`PATCH ${path}/{id}`, 'Rename a list of properties', {
    params: ListParams,
    body: NewPropertyList,
    response: PropertyList,
    errors: ['CONFLICT'],
  }),
  remove: listEndpoint(`DELETE ${path}/{id}`, 'Delete a list of properties', { params: ListParams, status: 204 }),
  restore: listEndpoint(
    `POST ${path}/{id}/restore`,
    `Restore a deleted list, within ${propertyListRestorableDays} days`,
    { params: ListParams, response: PropertyList, errors: ['CONFLICT', 'UNPROCESSABLE'] },
  ),
  change: listEndpoint(
    `POST ${path}/{id}/properties`,
    'Add properties to a list or remove them, by id or all that match criteria, ' +
      `up to ${maxListProperties.toLocaleString('en-US')} in all`,
    { params: ListParams, body: PropertyListChange, response: PropertyListChanged, errors: ['UNPROCESSABLE'] },
  ),
  match: listEndpoint(
    `POST ${path}/match`,
    'Find the properties that the rows of a CSV or XLSX file name, by address or property id; nothing is stored',
    {
      query: AddressFile,
      body: FileBody,
      response: AddressMatches,
      data: ['personal'],
      reads: true,
      errors: ['UNPROCESSABLE'],
      limits: matchLimits,
    },
  ),
  report: listEndpoint(
    `POST ${path}/match/report`,
    'The rows of such a file that name no property, or several, as CSV with the reason and the nearest properties',
    {
      query: AddressFile,
      body: FileBody,
      response: classified('personal', z.string()).describe('Addresses of your own file'),
      answers: 'file',
      mediaType: 'text/csv',
      data: ['personal'],
      reads: true,
      errors: ['UNPROCESSABLE'],
      limits: matchLimits,
    },
  ),
  export: listEndpoint(
    `GET ${path}/{id}/export`,
    'Export a list of properties as CSV; owners that you neither purchased nor revealed are masked',
    {
      params: ListParams,
      response: z.string().describe('Owner names and mailing addresses are masked until known'),
      answers: 'file',
      mediaType: 'text/csv',
      limits: [{ name: 'property-list-export', per: 'account', times: 30, seconds: 3600 }],
    },
  ),
}
