import { afterAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { testPortal } from '../../test/portal.ts'
import { change, growth, quoted, scale, subscriber } from './buying.fixture.ts'
import { forgetOldQuotes } from './forget-old-quotes.ts'

const portal = await testPortal()
afterAll(portal.close)
const { db } = portal

const buyer = await subscriber(portal)

const inDays = (days: number) => ({ now: () => new Date(portal.clock.now().getTime() + days * 86_400_000) })
const kept = async () => {
  const quotes = await db.selectFrom('subscriptionQuotes').select('id').where('userId', '=', buyer.id).execute()
  return quotes.map(({ id }) => id).toSorted()
}

/** As a charge leaves it that was declined, after which the change was given up. */
async function declined(quoteId: string) {
  await db
    .insertInto('paymentTransactions')
    .values({
      ...{ id: newId(), userId: buyer.id, provider: 'SANDBOX', providerRef: newId(), quoteId, kind: 'SUBSCRIPTION' },
      ...{ reason: 'CHANGE', description: 'Scale', amount: 100, currency: 'USD', status: 'FAILED' },
      createdAt: portal.clock.now(),
    })
    .execute()
}

test('quotes that came to nothing are forgotten 90 days after they ran out, and no others', async () => {
  const [unused, tried, begun] = [await quoted(buyer, scale), await quoted(buyer, scale), await quoted(buyer, scale)]
  const applied = await quoted(buyer, scale)
  expect(await change(buyer, applied)).toMatchObject({ status: 200 })
  await declined(tried.quoteId)
  await db
    .updateTable('subscriptionQuotes')
    .set({ startedAt: portal.clock.now() })
    .where('id', '=', begun.quoteId)
    .execute()
  const all = [unused, tried, begun, applied].map(({ quoteId }) => quoteId).toSorted()
  await forgetOldQuotes({ db: portal.services.db, clock: inDays(90) })
  expect(await kept()).toEqual(all)
  await forgetOldQuotes({ db: portal.services.db, clock: inDays(91) })
  expect(await kept()).toEqual(all.filter((id) => id !== unused.quoteId))
  expect(await quoted(buyer, growth)).toMatchObject({ kind: 'DOWNGRADE' })
})
