import { z } from 'zod'
import { campaignTypes, fileColumns } from '../api/enums.ts'
import { getExample } from '../api/examples.ts'
import { maxOrderQuantity } from '../api/limits.ts'
import { textLine } from '../api/text.ts'
import { Criteria } from '../criteria/criteria.ts'
import { StoredCriteria } from '../criteria/stored-criteria.ts'
import { deliveryOptions } from './quote/delivery-options.ts'
import { addPhones } from './quote/lead-price.ts'

const orderName = textLine('Order name is required')
  .min(1, 'Order name is required')
  .max(100, 'Order name must be less than 100 characters')

/** The column groups of a file, without duplicates, in the order of the enum. */
export const FileColumns = z
  .array(fileColumns.schema)
  .min(1, 'Choose at least one column')
  .transform((chosen) => fileColumns.values.filter((column) => chosen.includes(column)))

const orderFields = {
  orderName,
  quantity: z
    .int('Quantity must be a whole number')
    .min(1, 'Quantity must be 1 or greater')
    .max(maxOrderQuantity, `Quantity must be ${maxOrderQuantity.toLocaleString('en-US')} or less`),
  creditRequired: z
    .int('Credit required must be a whole number')
    .min(0, 'Credit required must be 0 or greater')
    .optional()
    .describe('The displayed price per lead: the order is refused at any other price'),
  addPhones,
  creditsToAddPhones: z
    .int('Credits to add phones must be a whole number')
    .min(0, 'Credits to add phones must be 0 or greater')
    .optional()
    .describe('The displayed price of added phones: the order is refused at any other price'),
  ...deliveryOptions,
  savedSearchId: z
    .uuid('There is no such saved search')
    .optional()
    .describe('The saved search that the audience comes from; the order keeps its name. One that is gone is ignored'),
  columns: FileColumns.optional().describe(
    'Column groups of the delivered file; by default those of the campaign type',
  ),
}

export const NewOrder = z
  .strictObject({
    ...orderFields,
    criteria: StoredCriteria.optional().describe('The criteria of the campaign by default'),
  })
  .meta({ id: 'NewOrder', example: { orderName: 'First mailing', quantity: 500, creditRequired: 1 } })
export type NewOrder = z.infer<typeof NewOrder>

/** An order without a campaign. */
export const NewPrivateOrder = z
  .strictObject({ ...orderFields, campaignType: campaignTypes.schema, criteria: StoredCriteria })
  .meta({
    id: 'NewPrivateOrder',
    example: {
      orderName: 'Absentee owners to call',
      campaignType: 'CALL_READY',
      quantity: 200,
      criteria: getExample(Criteria),
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
