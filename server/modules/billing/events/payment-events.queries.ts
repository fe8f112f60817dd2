import type { Db } from '../../../platform/postgres/database.ts'
import type { ProviderEvent, ProviderName } from '../provider/provider.ts'

type NewPaymentEvent = { provider: ProviderName; event: ProviderEvent; receivedAt: Date }

/** Stores an event; returns false if it is already stored. */
export async function insertPaymentEvent(db: Db, { provider, event, receivedAt }: NewPaymentEvent): Promise<boolean> {
  const { id, type, at, object, customerId } = event
  const inserted = await db
    .insertInto('paymentEvents')
    .values({
      provider,
      id,
      type,
      objectKind: object.kind,
      objectId: object.id,
      customerId: customerId ?? null,
      receivedAt,
      createdAt: at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export const findPaymentEvent = (db: Db, provider: string, id: string) =>
  db
    .selectFrom('paymentEvents')
    .select(['provider', 'id', 'objectKind', 'objectId', 'appliedAt'])
    .where('provider', '=', provider)
    .where('id', '=', id)
    .executeTakeFirst()

export const markEventApplied = (db: Db, provider: string, id: string, appliedAt: Date) =>
  db.updateTable('paymentEvents').set({ appliedAt }).where('provider', '=', provider).where('id', '=', id).execute()

export const deleteEventsBefore = (db: Db, receivedAt: Date) =>
  db.deleteFrom('paymentEvents').where('receivedAt', '<', receivedAt).execute()
