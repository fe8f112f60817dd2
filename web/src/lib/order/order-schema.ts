import { maxOrderQuantity } from '@dooryard/contract/api/limits'
import type { CreditSetting } from '@dooryard/contract/billing/credits'
import { NewOrder } from '@dooryard/contract/orders/new-order'
import { z } from 'zod'
import { pluralize } from '../format/format.ts'

/** Far above the largest order, and small enough to calculate with. */
const maxShown = 999_999_999

/** The quantity to show the cost of; undefined when it is invalid or above the largest order. */
export function parseOrderableQuantity(typed: string): number | undefined {
  const quantity = parseQuantity(typed)
  return quantity !== undefined && quantity <= maxOrderQuantity ? quantity : undefined
}

/** Parses a whole number with or without separators; undefined when invalid. */
export function parseQuantity(typed: string): number | undefined {
  const digits = typed.replace(/[\s,]/g, '')
  return /^\d+$/.test(digits) ? Math.min(Number(digits), maxShown) : undefined
}

/** The schema of the order form: the contract's rules and the minimum of the campaign type. */
export const buildOrderFormSchema = ({ minCampaignVolume, name }: CreditSetting) => {
  const smallest = Math.max(1, Math.min(minCampaignVolume, maxOrderQuantity))
  const tooSmall = `The smallest order of ${name} is ${pluralize(smallest, 'lead')}`
  return z.object({
    orderName: NewOrder.shape.orderName,
    quantity: z
      .string()
      .trim()
      .min(1, 'Quantity is required')
      .transform((typed) => parseQuantity(typed) ?? Number.NaN)
      .pipe(z.number('Quantity must be a whole number').min(smallest, tooSmall))
      .pipe(NewOrder.shape.quantity),
  })
}
