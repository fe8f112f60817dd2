import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { CampaignId } from '../orders/campaigns.ts'

/** Of one campaign. */
export const maxCampaignResults = 5_000

const maxCount = 10_000_000
const maxCents = 100_000_000_000

const count = (label: string) =>
  z
    .int(`${label} must be a whole number`)
    .min(0, `${label} must be 0 or greater`)
    .max(maxCount, `${label} must be ${maxCount.toLocaleString('en-US')} or less`)

const cents = (label: string) =>
  z
    .int(`${label} must be a whole number of cents`)
    .min(0, `${label} must be 0 or greater`)
    .max(maxCents, `${label} must be $1,000,000,000 or less`)

const day = z.iso.date('Give a day like 2026-11-02')

const fields = {
  day: day.describe('The day of the results'),
  orderId: z
    .uuid('There is no such order')
    .nullable()
    .describe('The order they belong to; null for the whole campaign'),
  mailed: count('Mailed').describe('Pieces mailed, or owners called'),
  responses: count('Responses').describe(
    'At most one per piece: more than the pieces mailed in the campaign are refused, once some are',
  ),
  appointments: count('Appointments'),
  deals: count('Deals'),
  revenue: classified('money', cents('Revenue').describe('In cents')),
  otherCost: classified('money', cents('Other cost').describe('Other cost than leads, such as postage, in cents')),
}

export const NewCampaignResult = z
  .strictObject({
    day: fields.day,
    orderId: fields.orderId.default(null),
    mailed: fields.mailed.default(0),
    responses: fields.responses.default(0),
    appointments: fields.appointments.default(0),
    deals: fields.deals.default(0),
    revenue: fields.revenue.default(0),
    otherCost: fields.otherCost.default(0),
  })
  .refine(
    ({ mailed, responses, appointments, deals, revenue, otherCost }) =>
      [mailed, responses, appointments, deals, revenue, otherCost].some((value) => value > 0),
    { message: 'Enter at least one number', path: ['mailed'] },
  )
  .meta({
    id: 'NewCampaignResult',
    example: {
      ...{ day: '2026-11-02', orderId: null, mailed: 500, responses: 12, appointments: 4, deals: 1 },
      ...{ revenue: 850000, otherCost: 32500 },
    },
  })
export type NewCampaignResult = z.infer<typeof NewCampaignResult>

export const CampaignResultChange = z
  .strictObject(fields)
  .partial()
  .meta({ id: 'CampaignResultChange', example: { deals: 2, revenue: 1700000 } })
export type CampaignResultChange = z.infer<typeof CampaignResultChange>

export const CampaignResult = z
  .object({ id: z.string(), ...fields, createdAt: z.iso.datetime(), updatedAt: z.iso.datetime() })
  .meta({
    id: 'CampaignResult',
    example: {
      id: '019a4d2b-7a10-7c3e-9a52-0f1d2c3b4a60',
      ...{ day: '2026-11-02', orderId: null, mailed: 500, responses: 12, appointments: 4, deals: 1 },
      ...{ revenue: 850000, otherCost: 32500 },
      createdAt: '2026-11-09T09:30:00.000Z',
      updatedAt: '2026-11-09T09:30:00.000Z',
    },
  })
export type CampaignResult = z.infer<typeof CampaignResult>

const money = (description: string) => classified('money', z.number().nullable().describe(description))

/** Unknown figures, and quotients of nothing, are null. */
export const CampaignTotals = z
  .object({
    mailed: z.int(),
    responses: z.int(),
    appointments: z.int(),
    deals: z.int(),
    revenue: classified('money', z.int().describe('In cents')),
    otherCost: classified('money', z.int().describe('In cents')),
    credits: classified('money', z.int().describe('Credits that the orders of the campaign cost, or hold')),
    creditPrice: money('Cents per credit: the average of what the user paid for credits; null if they bought none'),
    creditCost: money('Cents: the credits at that price; null if it is unknown'),
    cost: money('Cents: credits and other cost; null if the price of the credits is unknown'),
    responseRate: z
      .number()
      .nullable()
      .describe('Responses per piece mailed, from 0 to 1; null without pieces or with fewer pieces than responses'),
    costPerResponse: money('Cents'),
    costPerAppointment: money('Cents'),
    costPerDeal: money('Cents'),
    returnOnCost: money('Return on cost: revenue less cost, divided by cost'),
  })
  .meta({
    id: 'CampaignTotals',
    example: {
      ...{ mailed: 500, responses: 12, appointments: 4, deals: 1, revenue: 850000, otherCost: 32500 },
      ...{ credits: 500, creditPrice: 10, creditCost: 5000, cost: 37500, responseRate: 0.024 },
      ...{ costPerResponse: 3125, costPerAppointment: 9375, costPerDeal: 37500, returnOnCost: 21.67 },
    },
  })
export type CampaignTotals = z.infer<typeof CampaignTotals>

const path = '/v1/enterprise-private/campaigns/{campaignId}/results' as const
const params = z.object({ campaignId: CampaignId })
const resultParams = params.extend({ id: z.uuid('There is no such result') })
const data = ['money'] as const

const resultEndpoint = endpointFactory({ tag: 'Campaigns', access: ['ENTERPRISE_USER'] })

export const campaignResults = {
  list: resultEndpoint(`GET ${path}`, 'List the results of a campaign, newest day first, with totals', {
    params,
    query: PageQuery,
    response: pageSchema(CampaignResult).extend({ totals: CampaignTotals }),
    data,
  }),
  add: resultEndpoint(`POST ${path}`, 'Add results of a day to a campaign or one of its orders', {
    params,
    body: NewCampaignResult,
    response: CampaignResult,
    data,
    status: 201,
    idempotent: true,
    errors: ['UNPROCESSABLE'],
  }),
  change: resultEndpoint(`PATCH ${path}/{id}`, 'Correct results', {
    params: resultParams,
    body: CampaignResultChange,
    response: CampaignResult,
    data,
    errors: ['UNPROCESSABLE'],
  }),
  remove: resultEndpoint(`DELETE ${path}/{id}`, 'Delete results', { params: resultParams, status: 204 }),
}

const publicApiEndpoint = endpointFactory({ tag: 'Public API', access: 'API_KEY' })

export const enterpriseCampaignResults = {
  add: publicApiEndpoint(
    'POST /v1/enterprise/campaigns/{campaignId}/results',
    'Add results of a day to a campaign or one of its orders',
    {
      scope: 'orders:write',
      params,
      body: NewCampaignResult,
      response: CampaignResult,
      data,
      status: 201,
      idempotent: true,
      errors: ['NOT_FOUND', 'UNPROCESSABLE'],
    },
  ),
}
