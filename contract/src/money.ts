import { z } from 'zod'

/** Minor units (cents) of a currency, always whole. */
export const Money = z
  .object({ amount: z.int(), currency: z.string().regex(/^[A-Z]{3}$/, 'A currency is three letters, like USD') })
  .meta({ id: 'Money', example: { amount: 4900, currency: 'USD' } })
export type Money = z.infer<typeof Money>
