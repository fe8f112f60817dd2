import { z } from 'zod'
import { classified } from './data-classes.ts'
import { endpoint } from './endpoint.ts'

/** How whoever takes the money does. */
export const PaymentHealth = z
  .object({
    provider: z.enum(['STRIPE', 'SANDBOX']).nullable().meta({ description: 'Null where nobody takes money' }),
    isLive: z.boolean().meta({ description: 'Real money is taken' }),
    events: z
      .object({
        last: z.iso.datetime().nullable().meta({ description: 'When the provider last told us of something' }),
        lastDay: z.int().meta({ description: 'Received in the last 24 hours' }),
        waiting: z.int().meta({ description: 'Received and not yet worked off' }),
        failing: z.int().meta({ description: 'Of these, those whose working off has failed at least once' }),
        lastError: classified('personal', z.string().optional()),
      })
      .meta({ description: 'Signed nudges of the provider' }),
    payments: z
      .object({
        lastPaid: z.iso.datetime().nullable().meta({ description: 'When somebody last paid, however long ago' }),
        paid: z.int().meta({ description: 'In the last 30 days' }),
        failed: z.int().meta({ description: 'In the last 30 days' }),
        openCheckouts: z.int().meta({ description: 'Begun and neither paid nor ended, now' }),
      })
      .meta({ description: 'How buying goes' }),
    subscriptions: z.object({ active: z.int(), pastDue: z.int() }),
  })
  .meta({
    id: 'PaymentHealth',
    example: {
      provider: 'STRIPE',
      isLive: true,
      events: { last: '2026-11-02T09:30:00.000Z', lastDay: 212, waiting: 0, failing: 0 },
      payments: { lastPaid: '2026-11-02T09:29:58.000Z', paid: 61, failed: 2, openCheckouts: 1 },
      subscriptions: { active: 120, pastDue: 2 },
    },
  })
export type PaymentHealth = z.infer<typeof PaymentHealth>

export const paymentHealth = {
  get: endpoint({
    method: 'GET',
    path: '/v1/admin/billing/provider',
    summary: 'How the payment provider does',
    tag: 'Administration',
    access: ['SUPER_ADMIN'],
    response: PaymentHealth,
    data: ['personal'],
  }),
}
