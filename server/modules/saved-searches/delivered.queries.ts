import type { Db } from '../../platform/postgres/database.ts'

/** The properties that were delivered to a user, of any campaign type: those that the lead finder leaves out. */
export async function deliveredTo(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('leadPurchases')
    .select('propertyId')
    .distinct()
    .where('userId', '=', userId)
    .execute()
  return rows.map(({ propertyId }) => propertyId)
}
