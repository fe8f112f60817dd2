import { z } from 'zod'
import { classified } from './data-classes.ts'
import { adminCall, callsWith, endpoint } from './endpoint.ts'
import { maxOrderQuantity } from './limits.ts'
import { line } from './line.ts'
import { campaignTypes } from './vocabularies.ts'

/** Whole credits. `subscriptionCredits` and `onDemandCredits` are what can be spent now. */
export const Balance = z
  .object({
    subscriptionCredits: classified('money', z.int()),
    subscriptionCreditsHeld: classified('money', z.int()),
    onDemandCredits: classified('money', z.int()),
  })
  .meta({ id: 'Balance', example: { subscriptionCredits: 3200, subscriptionCreditsHeld: 800, onDemandCredits: 500 } })
export type Balance = z.infer<typeof Balance>

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

const creditsCall = callsWith({ tag: 'Credits', access: 'ANYONE' })

export const creditSettings = {
  list: creditsCall('GET /v1/credit-settings', 'What a lead of each campaign type costs', {
    response: z.array(CreditSetting),
  }),
  get: creditsCall('GET /v1/credit-settings/{id}', 'What a lead of one campaign type costs', {
    params: SettingParams,
    response: CreditSetting,
  }),
}

const fields = {
  name: line('Name is required').min(1, 'Name is required').max(100, 'Name must be less than 100 characters'),
  description: line('Description must be less than 255 characters').max(
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

const Terms = CreditSetting.pick({ creditRequired: true, minCampaignVolume: true, isActive: true })

/** Of two administrators who change a setting at once, the second looks at what the first made of it. */
export const CreditSettingEdit = CreditSettingChange.extend({
  expected: Terms.optional().describe('The terms that are changed: CONFLICT where they are others by now'),
}).meta({ id: 'CreditSettingEdit', example: { creditRequired: 2 } })
export type CreditSettingEdit = z.infer<typeof CreditSettingEdit>

export const adminCreditSettings = {
  list: adminCall(
    'GET /v1/admin/credit-settings',
    'What a lead of each campaign type costs, as an administrator edits it',
    { response: z.array(CreditSetting) },
  ),
  create: adminCall('POST /v1/admin/credit-settings', 'Put a campaign type on offer', {
    body: CreditSettingDraft,
    response: CreditSetting,
    status: 201,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  change: adminCall(
    'PATCH /v1/admin/credit-settings/{id}',
    'Change what a lead costs from now on; orders keep the price they were placed at',
    { params: SettingParams, body: CreditSettingEdit, response: CreditSetting, errors: ['CONFLICT', 'UNPROCESSABLE'] },
  ),
  remove: adminCall('DELETE /v1/admin/credit-settings/{id}', 'Take a campaign type off; new orders of it are refused', {
    params: SettingParams,
    status: 204,
  }),
}

export const balances = {
  watch: endpoint({
    method: 'GET',
    path: '/v1/sse/auth/coin-realtime/subscribe',
    summary: "The caller's credits, now and at every change",
    tag: 'Credits',
    access: 'SIGNED_IN',
    query: z.object({ token: z.string().optional() }),
    response: Balance,
    data: ['money'],
    answers: 'stream',
  }),
}
