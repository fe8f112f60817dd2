import { z } from 'zod'
import { Criteria } from './criteria.ts'
import { exampleOf } from './examples.ts'
import { maxOrderQuantity } from './limits.ts'
import { line } from './line.ts'
import { StoredCriteria } from './stored-criteria.ts'
import { campaignTypes, fileColumns } from './vocabularies.ts'

const orderName = line('Order name is required')
  .min(1, 'Order name is required')
  .max(100, 'Order name must be less than 100 characters')

/** The columns of a file: each group once, in the order of the vocabulary. */
export const FileColumns = z
  .array(fileColumns.schema)
  .min(1, 'Choose at least one column')
  .transform((chosen) => fileColumns.values.filter((column) => chosen.includes(column)))

const fields = {
  orderName,
  quantity: z
    .int('Quantity must be a whole number')
    .min(1, 'Quantity must be 1 or greater')
    .max(maxOrderQuantity, `Quantity must be ${maxOrderQuantity.toLocaleString('en-US')} or less`),
  creditRequired: z
    .int('Credit required must be a whole number')
    .min(0, 'Credit required must be 0 or greater')
    .optional()
    .describe('What a lead was shown to cost: at another price nothing is ordered'),
  columns: FileColumns.optional().describe('Of the delivered file; those of its campaign type, unless given'),
}

export const NewOrder = z
  .strictObject({
    ...fields,
    criteria: StoredCriteria.optional().describe("The campaign's, unless given"),
  })
  .meta({ id: 'NewOrder', example: { orderName: 'First mailing', quantity: 500, creditRequired: 1 } })
export type NewOrder = z.infer<typeof NewOrder>

/** An order that belongs to no campaign. */
export const NewPrivateOrder = z
  .strictObject({ ...fields, campaignType: campaignTypes.schema, criteria: StoredCriteria })
  .meta({
    id: 'NewPrivateOrder',
    example: {
      orderName: 'Absentee owners to call',
      campaignType: 'CALL_READY',
      quantity: 200,
      criteria: exampleOf(Criteria),
      creditRequired: 3,
    },
  })
export type NewPrivateOrder = z.infer<typeof NewPrivateOrder>

export const OrderChange = z
  .strictObject({
    orderName: orderName.optional(),
    cancel: z.literal(true).optional().describe('Cancel the order while it is PENDING; its hold is released'),
  })
  .meta({ id: 'OrderChange', example: { orderName: 'Second mailing' } })
export type OrderChange = z.infer<typeof OrderChange>
