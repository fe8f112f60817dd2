import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { leadStages } from '../api/enums.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import type { Role } from '../api/roles.ts'
import { ExportLayout } from './export/export-layout.ts'
import { exportPreviewOptions } from './export/export-preview.ts'
import { Lead, LeadChange } from './leads.ts'
import { OrderChange } from './new-order.ts'
import { Order, OrderDetail, OrderStatusEvent } from './order.ts'

export const propertyParam = { propertyId: z.string().regex(/^\d{1,20}$/, 'A property is its number') }

export const FileLink = z
  .object({ url: classified('secret', z.string()) })
  .meta({ id: 'FileLink', example: { url: '/v1/files/eyJrZXkiOiJvcmRlcnMvMDE5Iiwi4oCm' } })

const VersionQuery = z.object({
  version: z.coerce
    .number('A version is its number')
    .int('A version is its number')
    .min(1, 'A version is its number')
    // The maximum of the database column.
    .max(2_147_483_647, 'A version is its number')
    .optional()
    .describe('The newest by default'),
})

export const leadListOptions = {
  query: PageQuery.extend({ stage: leadStages.schema.optional() }),
  response: pageSchema(Lead),
  data: ['contact'],
} as const

export const fileLinkOptions = {
  query: VersionQuery,
  response: FileLink,
  data: ['secret'],
  errors: ['CONFLICT'],
} as const

export const certificateLinkOptions = {
  ...fileLinkOptions,
  query: VersionQuery.extend({
    check: z.coerce
      .number('A check is its number')
      .int('A check is its number')
      .min(1, 'A check is its number')
      .max(2_147_483_647, 'A check is its number')
      .optional()
      .describe('Of the checks of that version; the newest by default'),
  }),
} as const

/** Rendering an order of a hundred thousand leads takes seconds. */
const exportsPerHour = { times: 120, seconds: 3600 }

export const exportLinkOptions = {
  body: ExportLayout,
  response: FileLink,
  data: ['secret'],
  limits: [{ name: 'order-export', per: 'account', ...exportsPerHour }],
  errors: ['CONFLICT', 'UNPROCESSABLE'],
} as const

export const orderEndpoints = <
  const Allowed extends readonly Role[],
  Params extends z.ZodObject,
  LeadParams extends z.ZodObject,
>(options: {
  access: Allowed
  path: `/${string}`
  stream: `/${string}`
  params: Params
  /** The params and the property. */
  leadParams: LeadParams
}) => {
  const { access, path, stream, params, leadParams } = options
  const orderEndpoint = endpointFactory({ tag: 'Orders', access })
  return {
    get: orderEndpoint(`GET ${path}`, 'Get an order with its history', {
      params,
      response: OrderDetail,
      data: ['money'],
    }),
    change: orderEndpoint(`PATCH ${path}`, 'Rename an order, or cancel it while it is pending', {
      params,
      body: OrderChange,
      response: Order,
      data: ['money'],
      errors: ['CONFLICT'],
    }),
    leads: orderEndpoint(`GET ${path}/leads`, 'List the delivered leads of an order', { params, ...leadListOptions }),
    changeLead: orderEndpoint(`PATCH ${path}/leads/{propertyId}`, 'Update the stage of a lead', {
      params: leadParams,
      body: LeadChange,
      response: Lead,
      data: ['contact'],
    }),
    download: orderEndpoint(
      `GET ${path}/download`,
      'Get a link to the CSV of a completed order, valid for five minutes',
      {
        params,
        ...fileLinkOptions,
      },
    ),
    previewExport: orderEndpoint(
      `POST ${path}/export/preview`,
      'Get the first rows of an export of a completed order',
      {
        params,
        ...exportPreviewOptions,
      },
    ),
    export: orderEndpoint(
      `POST ${path}/export`,
      'Export a completed order in your own layout, and get a link to the file, valid for five minutes; free',
      { params, ...exportLinkOptions },
    ),
    certificate: orderEndpoint(
      `GET ${path}/certificate`,
      'Get a link to the signed do-not-call certificate, valid for five minutes',
      { params, ...certificateLinkOptions },
    ),
    // The specification makes it a GET, although it has side effects.
    refreshDnc: orderEndpoint(
      `GET ${path}/refresh-dnc`,
      'Recheck the numbers of a completed order; free, and a second call joins a check in progress. A new version of the ' +
        'file is made only if a result changed',
      { params, response: Order, data: ['money'], status: 202, changes: true, errors: ['CONFLICT', 'UNPROCESSABLE'] },
    ),
    // The specification passes the access token in the query, because a browser's EventSource sends no headers.
    watchStatus: orderEndpoint(`GET ${stream}`, "Stream an order's status: now and at every change", {
      params,
      query: z.object({ token: z.string().optional() }),
      response: OrderStatusEvent,
      answers: 'stream',
    }),
  }
}
