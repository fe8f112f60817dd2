import type { Db } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'

type PaymentInput = { id?: string; userId: string; credits: number }

/** Inserts a payment that granted this many credits. Returns its id. */
export async function createTestPayment(db: Db, { id = newId(), userId, credits }: PaymentInput): Promise<string> {
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
