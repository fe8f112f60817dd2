import type { CreditSetting } from '@dooryard/contract/credits'
import { maxOrderQuantity } from '@dooryard/contract/limits'
import { NewOrder } from '@dooryard/contract/new-order'
import { z } from 'zod'
import { plural } from './format.ts'

/** Far more than an order may ask for, and little enough to count with. */
const mostShown = 999_999_999

/** What the cost of an order is shown for: nothing where no order may be as large. */
export function orderableOf(typed: string): number | undefined {
  const quantity = quantityOf(typed)
  return quantity !== undefined && quantity <= maxOrderQuantity ? quantity : undefined
}

/** The whole number somebody typed, with or without separators; undefined when it is none. */
export function quantityOf(typed: string): number | undefined {
  const digits = typed.replace(/[\s,]/g, '')
  return /^\d+$/.test(digits) ? Math.min(Number(digits), mostShown) : undefined
}

/** What the order form accepts: the contract's rules, and the smallest order of the type. */
export const orderFormSchema = ({ minCampaignVolume, name }: CreditSetting) => {
  const smallest = Math.max(1, Math.min(minCampaignVolume, maxOrderQuantity))
  const tooSmall = `The smallest order of ${name} is ${plural(smallest, 'lead')}`
  return z.object({
    orderName: NewOrder.shape.orderName,
    quantity: z
      .string()
      .trim()
      .min(1, 'Quantity is required')
      .transform((typed) => quantityOf(typed) ?? Number.NaN)
      .pipe(z.number('Quantity must be a whole number').min(smallest, tooSmall))
      .pipe(NewOrder.shape.quantity),
  })
}
