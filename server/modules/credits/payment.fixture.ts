import { newId } from '../../platform/ids.ts'
import type { Db } from '../../platform/postgres/database.ts'

type Paid = { id?: string; userId: string; credits: number }

/** A payment that brought so many credits, as it is recorded; gives its id. */
export async function payment(db: Db, { id = newId(), userId, credits }: Paid): Promise<string> {
  const facts = { kind: 'PACK', reason: 'PACK', description: 'Credits', amount: 3_500, currency: 'USD' }
  await db
    .insertInto('paymentTransactions')
    .values({
      ...facts,
      id,
      userId,
      provider: 'SANDBOX',
      providerRef: id,
      status: 'PAID',
      creditsGranted: credits,
      invoiceNumber: `TEST-${id}`,
      invoice: '{}',
      createdAt: new Date(),
    })
    .execute()
  return id
}
