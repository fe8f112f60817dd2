import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { adminEndpoint, endpoint, endpointFactory } from '../api/endpoint.ts'
import { campaignTypes } from '../api/enums.ts'
import { maxOrderQuantity } from '../api/limits.ts'
import { textLine } from '../api/text.ts'

/** Whole credits. `subscriptionCredits` and `onDemandCredits` are available now. */
export const Balance = z
  .object({
    subscriptionCredits: classified('money', z.int()),
    subscriptionCreditsHeld: classified('money', z.int()),
    onDemandCredits: classified('money', z.int()),
  })
  .meta({ id: 'Balance', example: { subscriptionCredits: 3200, subscriptionCreditsHeld: 800, onDemandCredits: 500 } })
export type Balance = z.infer<typeof Balance>

const unreadNotifications = z.int().min(1).optional().describe('Omitted when there are none')

/** What the header and sidebar of the portal show at every change. */
export const AccountEvent = Balance.extend({ unreadNotifications }).meta({
  id: 'AccountEvent',
  example: { subscriptionCredits: 3200, subscriptionCreditsHeld: 800, onDemandCredits: 500, unreadNotifications: 2 },
})
export type AccountEvent = z.infer<typeof AccountEvent>

export const CreditSetting = z
  .object({
    id: z.string(),
    key: campaignTypes.schema,
    name: z.string(),
    description: z.string().optional(),
    creditRequired: z.int(),
    minCampaignVolume: z.int(),
    isActive: z.boolean(),
  })
  .meta({ id: 'CreditSetting', example: { name: 'Mail Ready', description: 'Owner names and mailing addresses' } })
export type CreditSetting = z.infer<typeof CreditSetting>

const SettingParams = z.object({ id: z.string() })

const creditSettingEndpoint = endpointFactory({ tag: 'Credits', access: 'ANYONE' })

export const creditSettings = {
  list: creditSettingEndpoint('GET /v1/credit-settings', 'List the prices per lead of all campaign types', {
    response: z.array(CreditSetting),
  }),
  get: creditSettingEndpoint('GET /v1/credit-settings/{id}', 'Get the price per lead of a campaign type', {
    params: SettingParams,
    response: CreditSetting,
  }),
}

const fields = {
  name: textLine('Name is required').min(1, 'Name is required').max(100, 'Name must be less than 100 characters'),
  description: textLine('Description must be less than 255 characters').max(
    255,
    'Description must be less than 255 characters',
  ),
  creditRequired: z
    .int('Credit required must be a whole number')
    .min(0, 'Credit required must be 0 or greater')
    .max(1_000_000, 'Credit required must be 1,000,000 or less'),
  minCampaignVolume: z
    .int('Minimum campaign volume must be a whole number')
    .min(0, 'Minimum campaign volume must be 0 or greater')
    .max(maxOrderQuantity, `Minimum campaign volume must be ${maxOrderQuantity.toLocaleString('en-US')} or less`),
}

export const CreditSettingDraft = z
  .strictObject({
    key: z.enum(campaignTypes.values, 'Key type is required'),
    ...fields,
    description: fields.description.optional(),
    isActive: z.boolean().default(true),
  })
  .meta({
    id: 'CreditSettingDraft',
    example: { key: 'MAIL_READY', name: 'Mail Ready', creditRequired: 1, minCampaignVolume: 50, isActive: true },
  })
export type CreditSettingDraft = z.infer<typeof CreditSettingDraft>

export const CreditSettingChange = z
  .strictObject({ ...fields, description: fields.description.nullable(), isActive: z.boolean() })
  .partial()
  .meta({ id: 'CreditSettingChange', example: { creditRequired: 2 } })
export type CreditSettingChange = z.infer<typeof CreditSettingChange>

const CreditSettingTerms = CreditSetting.pick({ creditRequired: true, minCampaignVolume: true, isActive: true })

/** When two administrators change a setting at once, the second gets a conflict and reviews the result of the first. */
export const CreditSettingEdit = CreditSettingChange.extend({
  expected: CreditSettingTerms.optional().describe(
    'The terms that the change is based on; CONFLICT if they have changed',
  ),
}).meta({ id: 'CreditSettingEdit', example: { creditRequired: 2 } })
export type CreditSettingEdit = z.infer<typeof CreditSettingEdit>

export const adminCreditSettings = {
  list: adminEndpoint('GET /v1/admin/credit-settings', 'List the credit settings of all campaign types', {
    response: z.array(CreditSetting),
  }),
  create: adminEndpoint('POST /v1/admin/credit-settings', 'Create the credit setting of a campaign type', {
    body: CreditSettingDraft,
    response: CreditSetting,
    status: 201,
    stepUp: true,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  change: adminEndpoint(
    'PATCH /v1/admin/credit-settings/{id}',
    'Change the price per lead for new orders; existing orders keep theirs',
    {
      params: SettingParams,
      body: CreditSettingEdit,
      response: CreditSetting,
      stepUp: true,
      errors: ['CONFLICT', 'UNPROCESSABLE'],
    },
  ),
  remove: adminEndpoint(
    'DELETE /v1/admin/credit-settings/{id}',
    'Delete the credit setting of a campaign type; new orders of the type are refused',
    {
      params: SettingParams,
      status: 204,
      stepUp: true,
    },
  ),
}

export const balances = {
  watch: endpoint({
    method: 'GET',
    path: '/v1/sse/auth/coin-realtime/subscribe',
    summary: "Stream the caller's credits and number of unread notifications: now and at every change",
    tag: 'Credits',
    access: 'SIGNED_IN',
    query: z.object({ token: z.string().optional() }),
    response: AccountEvent,
    data: ['money'],
    answers: 'stream',
  }),
}
