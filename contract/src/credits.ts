import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { campaignTypes } from './vocabularies.ts'

/** Whole credits. `subscriptionCredits` and `onDemandCredits` are what can be spent now. */
export const Balance = z
  .object({
    subscriptionCredits: z.int(),
    subscriptionCreditsHeld: z.int(),
    onDemandCredits: z.int(),
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
  .meta({
    id: 'CreditSetting',
    example: {
      id: '1',
      key: 'MAIL_READY',
      name: 'Mail Ready',
      description: 'Owner names and mailing addresses',
      creditRequired: 1,
      minCampaignVolume: 50,
      isActive: true,
    },
  })
export type CreditSetting = z.infer<typeof CreditSetting>

export const creditSettings = {
  list: endpoint({
    method: 'GET',
    path: '/v1/credit-settings',
    summary: 'What a lead of each campaign type costs',
    tag: 'Credits',
    access: 'SIGNED_IN',
    response: z.array(CreditSetting),
  }),
  get: endpoint({
    method: 'GET',
    path: '/v1/credit-settings/{id}',
    summary: 'What a lead of one campaign type costs',
    tag: 'Credits',
    access: 'SIGNED_IN',
    params: z.object({ id: z.string() }),
    response: CreditSetting,
  }),
}
