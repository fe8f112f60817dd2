import { z } from 'zod'
import { classified } from '../../api/data-classes.ts'
import { adminEndpoint } from '../../api/endpoint.ts'
import { CreditSettingChange } from '../credits.ts'

export const CreditSettingEffect = z
  .object({
    isOnOfferThen: z
      .boolean()
      .describe(
        'False if the type is inactive afterwards: new orders are refused, and `creditsThen` is 0. The other fields ' +
          'consider only the new price and minimum order',
      ),
    underWay: z
      .object({ orders: z.int(), creditsHeld: classified('money', z.int()) })
      .describe('Orders in progress of the type; they keep their price'),
    activeCampaigns: z.int().describe('Campaigns of active users; their next order has the new terms'),
    last30Days: z
      .object({
        orders: z.int(),
        leads: z.int().describe('Leads requested by these orders'),
        credits: classified(
          'money',
          z.int().describe('Credits of these orders when they were placed, regardless of delivery'),
        ),
        creditsOfFitting: classified(
          'money',
          z.int().describe('Credits of those among these orders that meet the new minimum order'),
        ),
        creditsThen: classified(
          'money',
          z
            .int()
            .describe(
              'Credits of these orders on the new terms. Orders that would be refused count as 0; compare with ' +
                '`creditsOfFitting`',
            ),
        ),
        tooSmallThen: z.int().describe('Of these orders, those below the new minimum order'),
      })
      .describe(
        'Orders of the type placed in the last 30 days, regardless of their outcome; orders that an administrator ' +
          'placed again count once',
      ),
    cannotAfford: z.object({
      now: z.int().describe('Active users who can order and have credits, but too few for the minimum order'),
      afterwards: z.int().describe('The same on the new terms'),
    }),
  })
  .meta({
    id: 'CreditSettingEffect',
    example: {
      isOnOfferThen: true,
      underWay: { orders: 3, creditsHeld: 1500 },
      activeCampaigns: 41,
      last30Days: {
        orders: 120,
        leads: 61000,
        credits: 61000,
        creditsOfFitting: 60400,
        creditsThen: 120800,
        tooSmallThen: 12,
      },
      cannotAfford: { now: 4, afterwards: 9 },
    },
  })
export type CreditSettingEffect = z.infer<typeof CreditSettingEffect>

export const creditSettingEffects = {
  foresee: adminEndpoint(
    'POST /v1/admin/credit-settings/{id}/effect',
    'Preview the effect of a change of a credit setting',
    {
      params: z.object({ id: z.string() }),
      body: CreditSettingChange,
      response: CreditSettingEffect,
      data: ['money'],
      reads: true,
    },
  ),
}
