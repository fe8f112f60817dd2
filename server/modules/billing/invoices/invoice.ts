import { z } from 'zod'

const Cents = z.int()

/**
 * The invoice as issued, independent of later changes to names, addresses, rates and the catalog. Amounts are cents.
 */
export const Invoice = z.object({
  number: z.string(),
  at: z.iso.datetime(),
  seller: z.array(z.string()),
  buyer: z.object({
    name: z.string(),
    company: z.string().optional(),
    email: z.string(),
    address: z.array(z.string()),
    taxId: z.object({ label: z.string(), value: z.string() }).optional(),
  }),
  lines: z.array(z.object({ text: z.string(), amount: Cents })),
  discount: z.object({ text: z.string(), amount: Cents }).optional(),
  total: Cents,
  /** The rate is in thousandths of a percent. */
  tax: z.object({ name: z.string(), rate: z.int(), amount: Cents }),
  currency: z.string(),
  card: z.object({ brand: z.string(), last4: z.string() }).optional(),
})
export type Invoice = z.infer<typeof Invoice>
