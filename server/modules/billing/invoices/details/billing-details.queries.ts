import { BillingDetails } from '@dooryard/contract/billing/billing-details'
import type { Insertable } from 'kysely'
import type { Db } from '../../../../platform/postgres/database.ts'
import type { DB } from '../../../../platform/postgres/schema.gen.ts'

const columns = ['name', 'street', 'aptSuite', 'city', 'state', 'postalCode', 'country', 'taxIdType', 'taxId'] as const

export async function findBillingDetails(db: Db, userId: string): Promise<BillingDetails | undefined> {
  const row = await db.selectFrom('billingDetails').select(columns).where('userId', '=', userId).executeTakeFirst()
  return row && BillingDetails.parse(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)))
}

export const upsertBillingDetails = (db: Db, { userId, ...details }: Insertable<DB['billingDetails']>) =>
  db
    .insertInto('billingDetails')
    .values({ userId, ...details })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(details))
    .execute()

export const deleteBillingDetails = (db: Db, userId: string) =>
  db.deleteFrom('billingDetails').where('userId', '=', userId).execute()
