import { maxOrderQuantity } from '@dooryard/contract/api/limits'
import { NewOrder } from '@dooryard/contract/orders/new-order'
import { z } from 'zod'
import { pluralize } from '../format/format.ts'
import { stripSeparators } from '../format/parse-typed.ts'

/** Far above the largest order, and small enough to calculate with. */
const maxShown = 999_999_999

/** The quantity to show the cost of; undefined when no order can have it. */
export function parseOrderableQuantity(typed: string): number | undefined {
  const quantity = parseQuantity(typed)
  return quantity !== undefined && quantity >= 1 && quantity <= maxOrderQuantity ? quantity : undefined
}

/** Parses a whole number with or without separators; undefined when invalid. */
export function parseQuantity(typed: string): number | undefined {
  const digits = stripSeparators(typed) ?? ''
  return /^\d+$/.test(digits) ? Math.min(Number(digits), maxShown) : undefined
}

const isNegative = (typed: string) => /^[-−][\d\s,]*\d$/.test(typed)

/** The schema of the order form: the contract's rules and the minimum order of the campaign type named. */
export const buildOrderFormSchema = ({ minQuantity, name }: { minQuantity: number; name: string }) => {
  const smallest = Math.max(1, Math.min(minQuantity, maxOrderQuantity))
  const tooSmall = `The minimum ${name} order is ${pluralize(smallest, 'lead')}`
  return z.object({
    orderName: NewOrder.shape.orderName,
    quantity: z
      .string()
      .trim()
      .min(1, 'Quantity is required')
      .transform((typed) => parseQuantity(typed) ?? (isNegative(typed) ? -1 : Number.NaN))
      .pipe(z.number('Quantity must be a whole number').min(smallest, tooSmall))
      .pipe(NewOrder.shape.quantity),
  })
}

type OrderRules = Parameters<typeof buildOrderFormSchema>[0]

/** Why no order can have this quantity; undefined if one can. */
export const getQuantityProblem = (typed: string, rules: OrderRules): string | undefined =>
  buildOrderFormSchema(rules).shape.quantity.safeParse(typed).error?.issues[0]?.message
