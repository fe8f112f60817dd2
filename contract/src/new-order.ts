import { z } from 'zod'
import { Criteria } from './criteria.ts'
import { maxOrderQuantity } from './limits.ts'

const orderName = z
  .string('Order name is required')
  .trim()
  .min(1, 'Order name is required')
  .max(100, 'Order name must be less than 100 characters')

export const NewOrder = z
  .strictObject({
    orderName,
    quantity: z
      .int('Quantity must be a whole number')
      .min(1, 'Quantity must be 1 or greater')
      .max(maxOrderQuantity, `Quantity must be ${maxOrderQuantity.toLocaleString('en-US')} or less`),
    criteria: Criteria.optional().meta({ description: "The campaign's, unless given" }),
    creditRequired: z
      .int('Credit required must be a whole number')
      .min(0, 'Credit required must be 0 or greater')
      .optional()
      .meta({ description: 'What a lead was shown to cost: at another price nothing is ordered' }),
  })
  .meta({ id: 'NewOrder', example: { orderName: 'First mailing', quantity: 500, creditRequired: 1 } })
export type NewOrder = z.infer<typeof NewOrder>

export const OrderChange = z
  .strictObject({
    orderName: orderName.optional(),
    cancel: z
      .literal(true)
      .optional()
      .meta({ description: 'Cancel the order while it is PENDING; its hold is released' }),
  })
  .meta({ id: 'OrderChange', example: { orderName: 'Second mailing' } })
export type OrderChange = z.infer<typeof OrderChange>
