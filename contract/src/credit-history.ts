import { z } from 'zod'
import { classified } from './data-classes.ts'
import { endpoint } from './endpoint.ts'
import { rangeEnd } from './instant.ts'
import { mostHolds } from './limits.ts'
import { PageQuery, pageOf } from './paging.ts'

/** What an entry of the ledger is, and what it means to the person whose credits they are. */
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

/** What an entry is, in words: of marks, one is made and another ends it. */
export const entryKind = ({ type, marked }: { type: EntryType; marked: number }): string =>
  type === 'MARK' && marked < 0 ? 'No longer marked' : entryTypes[type]

export const Bucket = z.enum(['SUBSCRIPTION', 'ON_DEMAND'], 'Choose which credits')
export type Bucket = z.infer<typeof Bucket>

/**
 * One change of a balance. A hold moves credits from what can be spent to what is held; a capture lowers what is held. A
 * mark changes neither: it says how many of the held ones go as soon as they come back, or no longer do.
 */
export const CreditEntry = z
  .object({
    id: z.string(),
    type: EntryType,
    bucket: Bucket,
    amount: classified('money', z.int().meta({ description: 'Change of what can be spent' })),
    held: classified('money', z.int().meta({ description: 'Change of what is held' })),
    marked: classified(
      'money',
      z.int().meta({ description: 'Change of what goes when it comes back from the hold of its order' }),
    ),
    balanceAfter: classified('money', z.int().meta({ description: 'What can be spent of the bucket after it' })),
    heldAfter: classified('money', z.int().meta({ description: 'What is held of the bucket after it' })),
    orderId: z.string().optional(),
    campaignId: z.string().optional(),
    orderName: z.string().optional(),
    transactionId: z.string().optional(),
    invoiceNumber: classified('money', z.string().optional()),
    reason: z.string().optional(),
    actor: z.string().meta({ description: 'Who did it, in words: You, Dooryard, or Support' }),
    createdAt: z.iso.datetime(),
    hash: z.string().meta({ description: 'SHA-256 over the entry and the hash of the one before, in hex' }),
  })
  .meta({
    id: 'CreditEntry',
    example: {
      id: '1841',
      type: 'HOLD',
      bucket: 'SUBSCRIPTION',
      amount: -500,
      held: 500,
      marked: 0,
      balanceAfter: 3500,
      heldAfter: 500,
      orderId: 'b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34',
      campaignId: '7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10',
      orderName: 'First mailing',
      reason: 'Held when the order was placed',
      actor: 'You',
      createdAt: '2026-11-02T09:30:00.000Z',
      hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    },
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
    marks: z.array(HoldMark).meta({ description: 'What of it goes when it comes back, and why' }),
  })
  .meta({
    id: 'CreditHold',
    example: {
      orderId: 'b2c4d0a6-0a3c-4a39-8f0b-2a7d9d5f1e34',
      campaignId: '7a0d5f0e-2b54-4f5a-9a4e-0b8a3b2d6c10',
      orderName: 'First mailing',
      subscription: 500,
      onDemand: 0,
      createdAt: '2026-11-02T09:30:00.000Z',
      marks: [
        {
          bucket: 'SUBSCRIPTION',
          credits: 200,
          reason: 'Starter ended on November 20, 2026, and its credits with it',
          createdAt: '2026-11-20T09:30:00.000Z',
        },
      ],
    },
  })
export type CreditHold = z.infer<typeof CreditHold>

/** The balance at the end of a day of the reader, or now for the last one. */
const BalancePoint = z
  .object({
    date: z.iso.date(),
    subscription: classified('money', z.int()),
    onDemand: classified('money', z.int()),
    held: classified('money', z.int()),
  })
  .meta({ id: 'BalancePoint', example: { date: '2026-11-02', subscription: 3500, onDemand: 500, held: 500 } })
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
  timeZone: TimeZone.default('UTC').meta({ description: 'Whose days are counted, like America/Chicago' }),
})
export type BalanceQuery = z.infer<typeof BalanceQuery>

const own = { tag: 'Credits', access: 'SIGNED_IN' } as const

export const creditHistory = {
  list: endpoint({
    ...own,
    method: 'GET',
    path: '/v1/billing/credit-transactions',
    summary: "Every change of the caller's credits, the newest first",
    query: EntryQuery,
    response: pageOf(CreditEntry),
    data: ['money'],
  }),
  export: endpoint({
    ...own,
    method: 'GET',
    path: '/v1/billing/credit-transactions/export',
    summary: 'The same as CSV, all pages',
    query: EntryFilters,
    response: classified('money', z.string()),
    data: ['money'],
    answers: 'file',
    mediaType: 'text/csv',
    limits: [{ name: 'ledger-export', per: 'account', times: 30, seconds: 3600 }],
  }),
  holds: endpoint({
    ...own,
    method: 'GET',
    path: '/v1/billing/holds',
    summary: `What is held now, order by order: the oldest ${mostHolds}`,
    response: z.array(CreditHold),
    data: ['money'],
  }),
  balances: endpoint({
    ...own,
    method: 'GET',
    path: '/v1/billing/balance-history',
    summary: 'The balance at the end of each of the last 30 or 90 days',
    query: BalanceQuery,
    response: z.array(BalancePoint),
    data: ['money'],
  }),
}
