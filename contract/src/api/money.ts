import { z } from 'zod'
import { classified } from './data-classes.ts'

/** Minor units (cents) of a currency, always integers. */
export const Money = z
  .object({
    amount: classified('money', z.int()),
    currency: z.string().regex(/^[A-Z]{3}$/, 'A currency is three letters, like USD'),
  })
  .meta({ id: 'Money', example: { amount: 4900, currency: 'USD' } })
export type Money = z.infer<typeof Money>
