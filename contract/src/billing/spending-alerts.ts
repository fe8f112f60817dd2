import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'

const credits = z
  .int('Enter a whole number of credits')
  .min(1, 'Enter 1 credit or more')
  .max(10_000_000, 'Enter 10,000,000 credits or less')
  .nullable()

const limits = {
  perDay: classified('money', credits.describe('Spent in a day (UTC); null for no alert')),
  perMonth: classified('money', credits.describe('Spent in a calendar month (UTC); null for no alert')),
  balanceBelow: classified('money', credits.describe('Available credits; null for no alert')),
}

/** When to be told of spending. Credits count as spent once their leads are delivered. */
export const SpendingAlerts = z
  .object({
    ...limits,
    spentToday: classified('money', z.int()),
    spentThisMonth: classified('money', z.int()),
  })
  .meta({
    id: 'SpendingAlerts',
    example: { perDay: 500, perMonth: 5000, balanceBelow: 200, spentToday: 120, spentThisMonth: 1840 },
  })
export type SpendingAlerts = z.infer<typeof SpendingAlerts>

export const SpendingAlertsChange = z
  .strictObject(limits)
  .meta({ id: 'SpendingAlertsChange', example: { perDay: 500, perMonth: 5000, balanceBelow: 200 } })
export type SpendingAlertsChange = z.infer<typeof SpendingAlertsChange>

const endpoint = endpointFactory({ tag: 'Credits', access: 'SIGNED_IN' })

export const spendingAlerts = {
  get: endpoint('GET /v1/billing/spending-alerts', 'Get the spending alerts, and what was spent today and this month', {
    response: SpendingAlerts,
    data: ['money'],
  }),
  save: endpoint(
    'PUT /v1/billing/spending-alerts',
    'Set the spending alerts: each is mailed once a day, once a month, or once until the balance has recovered',
    { body: SpendingAlertsChange, response: SpendingAlerts, data: ['money'] },
  ),
}
