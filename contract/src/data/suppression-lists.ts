import { z } from 'zod'
import { endpointFactory, FileBody } from '../api/endpoint.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { textLine } from '../api/text.ts'

export const maxSuppressionLists = 50

/** Entries of one list: addresses and property ids, each counted once. */
export const maxSuppressionEntries = 100_000

/** New entries of a user in a UTC day, in all lists, also in those that are deleted: matches tell where mail goes. */
export const maxSuppressionEntriesPerDay = 100_000

export const maxSuppressionFileBytes = 20 * 1024 ** 2

/** How many rejected rows a list shows, with line and reason. */
export const maxListedRejects = 20

const name = textLine('Name is required').min(1, 'Name is required').max(100, 'Name must be less than 100 characters')

const fileName = textLine('The file name is required')
  .min(1, 'The file name is required')
  .max(200, 'The file name is too long')

export const SuppressionList = z
  .object({
    id: z.uuid(),
    name: z.string(),
    fileName: z.string().describe('The name of the newest file'),
    rowsRead: z.int().describe('Rows of all its files, without their headers and empty rows'),
    rowsRejected: z.int().describe('Rows without an address or property id that can be read'),
    rejected: z
      .array(z.object({ line: z.int(), reason: z.string() }))
      .describe(`The first ${maxListedRejects} rejected rows of the newest file`),
    entries: z.int().describe('Addresses and property ids in the list, each counted once'),
    matches: z
      .int()
      .nullable()
      .describe('Properties that the list excludes now, at their own or their mailing address; null if unknown'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime().describe('When a file was last added'),
  })
  .meta({
    id: 'SuppressionList',
    example: {
      id: '0199f3c2-7a51-7c43-9d1e-2b64c0a7f002',
      name: 'Our customers',
      fileName: 'customers.csv',
      rowsRead: 1_204,
      rowsRejected: 1,
      rejected: [{ line: 17, reason: 'Its address has no ZIP of five digits.' }],
      entries: 1_198,
      matches: 1_163,
      createdAt: '2026-11-02T09:30:03.000Z',
      updatedAt: '2026-11-02T09:30:03.000Z',
    },
  })
export type SuppressionList = z.infer<typeof SuppressionList>

export const NewSuppressionList = z.object({ name, fileName })
export type NewSuppressionList = z.infer<typeof NewSuppressionList>

export const SuppressionFile = z.object({ fileName })
export type SuppressionFile = z.infer<typeof SuppressionFile>

export const SuppressionListChange = z
  .strictObject({ name })
  .meta({ id: 'SuppressionListChange', example: { name: 'Customers of 2026' } })
export type SuppressionListChange = z.infer<typeof SuppressionListChange>

const ListParams = z.object({ id: z.uuid('There is no such suppression list') })

const listOptions = { query: PageQuery, response: pageSchema(SuppressionList) } as const
const createOptions = {
  query: NewSuppressionList,
  body: FileBody,
  response: SuppressionList,
  status: 201,
  errors: ['CONFLICT', 'UNPROCESSABLE'],
} as const
const addOptions = {
  params: ListParams,
  query: SuppressionFile,
  body: FileBody,
  response: SuppressionList,
  errors: ['CONFLICT', 'UNPROCESSABLE'],
} as const
const changeOptions = {
  params: ListParams,
  body: SuppressionListChange,
  response: SuppressionList,
  errors: ['CONFLICT'],
} as const
const removeOptions = { params: ListParams, status: 204, errors: ['CONFLICT'] } as const

const summaries = {
  list: 'List your suppression lists, newest first',
  create:
    'Create a suppression list from a CSV or XLSX file with a header, whose rows have an address or a property id; ' +
    `a user can have at most ${maxSuppressionLists}, and add at most ${maxSuppressionEntriesPerDay.toLocaleString('en-US')} entries a day`,
  add: 'Add the rows of another file to a suppression list',
  change: 'Rename a suppression list',
  remove: 'Delete a suppression list; orders in progress must end first',
} as const

const ownEndpoint = endpointFactory({ tag: 'Suppression lists', access: ['CONSUMER_USER', 'ENTERPRISE_USER'] })
const path = '/v1/suppression-lists'

export const suppressionLists = {
  list: ownEndpoint(`GET ${path}`, summaries.list, { ...listOptions }),
  create: ownEndpoint(`POST ${path}`, summaries.create, { ...createOptions }),
  add: ownEndpoint(`POST ${path}/{id}/rows`, summaries.add, { ...addOptions }),
  change: ownEndpoint(`PATCH ${path}/{id}`, summaries.change, { ...changeOptions }),
  remove: ownEndpoint(`DELETE ${path}/{id}`, summaries.remove, { ...removeOptions }),
}

const publicApiEndpoint = endpointFactory({ tag: 'Public API', access: 'API_KEY' })
const apiPath = '/v1/enterprise/suppression-lists'

/** The same for API keys. */
export const enterpriseSuppressionLists = {
  list: publicApiEndpoint(`GET ${apiPath}`, summaries.list, {
    scope: 'orders:read',
    testKeys: true,
    ...listOptions,
  }),
  create: publicApiEndpoint(`POST ${apiPath}`, summaries.create, { scope: 'orders:write', ...createOptions }),
  add: publicApiEndpoint(`POST ${apiPath}/{id}/rows`, summaries.add, { scope: 'orders:write', ...addOptions }),
  change: publicApiEndpoint(`PATCH ${apiPath}/{id}`, summaries.change, { scope: 'orders:write', ...changeOptions }),
  remove: publicApiEndpoint(`DELETE ${apiPath}/{id}`, summaries.remove, { scope: 'orders:write', ...removeOptions }),
}
