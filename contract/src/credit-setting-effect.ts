import { z } from 'zod'
import { CreditSettingChange } from './credits.ts'
import { classified } from './data-classes.ts'
import { adminCall } from './endpoint.ts'

export const CreditSettingEffect = z
  .object({
    isOnOfferThen: z
      .boolean()
      .describe(
        'False where the type is not on offer afterwards: every next order is refused, `creditsThen` is 0, and what ' +
          'else is said of the new terms is said of its price and smallest order alone',
      ),
    underWay: z
      .object({ orders: z.int(), creditsHeld: classified('money', z.int()) })
      .describe('Orders of the type that keep the price they were placed at'),
    activeCampaigns: z.int().describe('Of active users; their next order is of the new terms'),
    last30Days: z
      .object({
        orders: z.int(),
        leads: z.int().describe('Asked for by these orders'),
        credits: classified(
          'money',
          z.int().describe('What these orders were placed for, whatever was delivered of them'),
        ),
        creditsOfFitting: classified(
          'money',
          z.int().describe('What those of these orders were placed for that the new smallest order does not refuse'),
        ),
        creditsThen: classified(
          'money',
          z
            .int()
            .describe(
              'What they would have been placed for on the new terms; those that are refused then come to nothing, so ' +
                'it compares with `creditsOfFitting`',
            ),
        ),
        tooSmallThen: z.int().describe('Of these orders, those that the new smallest order refuses'),
      })
      .describe(
        'Orders of the type that were placed in the last 30 days, whatever became of them; those that an ' +
          'administrator placed again count once',
      ),
    cannotAfford: z.object({
      now: z.int().describe('Active users who may order and have credits, yet fewer than the smallest order costs'),
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
  foresee: adminCall(
    'POST /v1/admin/credit-settings/{id}/effect',
    'What a change of a credit setting would bear upon; it changes nothing',
    {
      params: z.object({ id: z.string() }),
      body: CreditSettingChange,
      response: CreditSettingEffect,
      data: ['money'],
      reads: true,
    },
  ),
}
