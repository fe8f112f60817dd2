import type { Bucket, EntryType } from '@dooryard/contract/billing/credit-history'
import { expect, test } from 'vitest'
import { summarizeReceipt } from './receipt-rules.ts'

const entry = (type: EntryType, bucket: Bucket, amount: number, held: number) => ({ type, bucket, amount, held })

test('a receipt says by bucket what was held, released and charged', () => {
  const entries = [
    entry('HOLD', 'SUBSCRIPTION', -100, 100),
    entry('HOLD', 'ON_DEMAND', -400, 400),
    entry('CAPTURE', 'SUBSCRIPTION', 0, -100),
    entry('CAPTURE', 'ON_DEMAND', 0, -339),
    entry('RELEASE', 'ON_DEMAND', 61, -61),
  ]
  expect(summarizeReceipt(entries)).toEqual({
    lines: [
      { label: 'Put on hold', subscription: 100, onDemand: 400, total: 500 },
      { label: 'Released', subscription: 0, onDemand: -61, total: -61 },
    ],
    charged: { label: 'Charged', subscription: 100, onDemand: 339, total: 439 },
  })
})

test('a failed order charges nothing, and credits that expired on release are not returned', () => {
  const entries = [
    entry('HOLD', 'SUBSCRIPTION', -100, 100),
    entry('RELEASE', 'SUBSCRIPTION', 100, -100),
    entry('EXPIRE', 'SUBSCRIPTION', -40, 0),
  ]
  const { lines, charged } = summarizeReceipt(entries)
  expect(lines.map(({ label, total }) => [label, total])).toEqual([
    ['Put on hold', 100],
    ['Released', -100],
    ['Expired on release', 40],
  ])
  expect(charged.total).toBe(0)
})
