import { z } from 'zod'
import { classified } from '../../api/data-classes.ts'
import { adminEndpoint } from '../../api/endpoint.ts'

export const PaymentHealth = z
  .object({
    provider: z.enum(['STRIPE', 'SANDBOX']).nullable().describe('Null without a payment provider'),
    isLive: z.boolean().describe('Whether payments use real money'),
    events: z
      .object({
        last: z.iso.datetime().nullable().describe('When the last event of the provider arrived'),
        lastDay: z.int().describe('Received in the last 24 hours'),
        waiting: z.int().describe('Received and not yet processed'),
        failing: z.int().describe('Of these, events whose processing has failed at least once'),
        lastError: classified('personal', z.string().optional()),
      })
      .describe('Signed events of the provider'),
    payments: z
      .object({
        lastPaid: z.iso.datetime().nullable().describe('When the last payment was made'),
        paid: z.int().describe('In the last 30 days'),
        failed: z.int().describe('In the last 30 days'),
        openCheckouts: z.int().describe('Checkouts currently open'),
      })
      .describe('Checkout stats'),
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
  get: adminEndpoint('GET /v1/admin/billing/provider', 'Get the health of the payment provider', {
    response: PaymentHealth,
    data: ['personal'],
  }),
}
