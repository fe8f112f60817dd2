import { z } from 'zod'
import { classified } from './data-classes.ts'
import { callsWith } from './endpoint.ts'
import { rangeEnd } from './instant.ts'
import { mostHolds } from './limits.ts'
import { PageQuery, pageOf } from './paging.ts'

export const entryTypes = {
  GRANT: 'Given',
  PURCHASE: 'Bought',
  COUPON: 'Coupon',
  HOLD: 'Held for an order',
  CAPTURE: 'Spent on leads',
  RELEASE: 'Given back',
  REFUND: 'Refunded purchase',
  EXPIRE: 'Lapsed',
  ADJUST: 'Adjusted',
  MARK: 'Marked',
} as const
export type EntryType = keyof typeof entryTypes
export const EntryType = z.enum(
  Object.keys(entryTypes) as [EntryType, ...EntryType[]],
  'There is no such kind of entry',
)

export const entryKind = ({ type, marked }: { type: EntryType; marked: number }): string =>
  type === 'MARK' && marked < 0 ? 'No longer marked' : entryTypes[type]

export const Bucket = z.enum(['SUBSCRIPTION', 'ON_DEMAND'], 'Choose which credits')
export type Bucket = z.infer<typeof Bucket>

export const bucketLabels = { SUBSCRIPTION: 'Subscription', ON_DEMAND: 'On demand' } as const
/** One credit of each, in a sentence. */
export const bucketCredits = { SUBSCRIPTION: 'subscription credit', ON_DEMAND: 'on-demand credit' } as const

/** A mark moves nothing: it says how many of the held credits go as soon as they come back, or no longer do. */
export const CreditEntry = z
  .object({
    id: z.string(),
    type: EntryType,
    bucket: Bucket,
    amount: classified('money', z.int().describe('Change of what can be spent')),
    held: classified('money', z.int().describe('Change of what is held')),
    marked: classified('money', z.int().describe('Change of what goes when it comes back from the hold of its order')),
    balanceAfter: classified('money', z.int().describe('What can be spent of the bucket after it')),
    heldAfter: classified('money', z.int().describe('What is held of the bucket after it')),
    orderId: z.string().optional(),
    campaignId: z.string().optional(),
    orderName: z.string().optional(),
    transactionId: z.string().optional(),
    invoiceNumber: classified('money', z.string().optional()),
    reason: z.string().optional(),
    actor: z.string().describe('Who did it, in words: You, Dooryard, or Support'),
    createdAt: z.iso.datetime(),
    hash: z.string().describe('SHA-256 over the entry and the hash of the one before, in hex'),
  })
  .meta({
    id: 'CreditEntry',
    example: { type: 'HOLD', amount: -500, held: 500, marked: 0, heldAfter: 500, actor: 'You' },
  })
export type CreditEntry = z.infer<typeof CreditEntry>

/** Credits of a hold that go when they come back: lapsed, or of a payment that was paid back, while an order held them. */
const HoldMark = z.object({
  bucket: Bucket,
  credits: classified('money', z.int()),
  reason: z.string().optional(),
  createdAt: z.iso.datetime(),
})

const CreditHold = z
  .object({
    orderId: z.string(),
    campaignId: z.string().optional(),
    orderName: z.string(),
    subscription: classified('money', z.int()),
    onDemand: classified('money', z.int()),
    createdAt: z.iso.datetime(),
    marks: z.array(HoldMark).describe('What of it goes when it comes back, and why'),
  })
  .meta({ id: 'CreditHold' })
export type CreditHold = z.infer<typeof CreditHold>

const BalancePoint = z
  .object({
    date: z.iso.date(),
    subscription: classified('money', z.int()),
    onDemand: classified('money', z.int()),
    held: classified('money', z.int()),
  })
  .meta({ id: 'BalancePoint' })
export type BalancePoint = z.infer<typeof BalancePoint>

const EntryFilters = z.object({
  type: z.union([z.array(EntryType), EntryType.transform((one) => [one])], 'There is no such kind of entry').optional(),
  bucket: Bucket.optional(),
  fromDate: rangeEnd('From'),
  toDate: rangeEnd('To'),
  orderId: z.uuid('There is no such order').optional(),
})
export type EntryFilters = z.infer<typeof EntryFilters>

export const EntryQuery = PageQuery.extend(EntryFilters.shape)
export type EntryQuery = z.infer<typeof EntryQuery>

/** A name of the IANA database. What `Intl` takes beside them, like +05:30, has no summer. */
const TimeZone = z
  .string()
  .regex(/^[A-Za-z]/, 'There is no such time zone')
  .refine(isKnown, 'There is no such time zone')

function isKnown(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone }))
  } catch {
    return false
  }
}

export const historyDays = [30, 90] as const

export const BalanceQuery = z.object({
  days: z.coerce
    .number('Choose 30 or 90 days')
    .refine((days) => days === 30 || days === 90, 'Choose 30 or 90 days')
    .default(30),
  timeZone: TimeZone.default('UTC').describe('Whose days are counted, like America/Chicago'),
})
export type BalanceQuery = z.infer<typeof BalanceQuery>

const ownCall = callsWith({ tag: 'Credits', access: 'SIGNED_IN' })

export const creditHistory = {
  list: ownCall('GET /v1/billing/credit-transactions', "Every change of the caller's credits, the newest first", {
    query: EntryQuery,
    response: pageOf(CreditEntry),
    data: ['money'],
  }),
  export: ownCall('GET /v1/billing/credit-transactions/export', 'The same as CSV, all pages', {
    query: EntryFilters,
    response: classified('money', z.string()),
    data: ['money'],
    answers: 'file',
    mediaType: 'text/csv',
    limits: [{ name: 'ledger-export', per: 'account', times: 30, seconds: 3600 }],
  }),
  holds: ownCall('GET /v1/billing/holds', `What is held now, order by order: the oldest ${mostHolds}`, {
    response: z.array(CreditHold),
    data: ['money'],
  }),
  balances: ownCall('GET /v1/billing/balance-history', 'The balance at the end of each of the last 30 or 90 days', {
    query: BalanceQuery,
    response: z.array(BalancePoint),
    data: ['money'],
  }),
}
