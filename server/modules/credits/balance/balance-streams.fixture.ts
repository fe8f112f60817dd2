import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { type Balance, balances } from '@dooryard/contract/billing/credits'
import { user } from '../../../test/factories.ts'
import type { Portal } from '../../../test/portal.ts'
import { createCaller, type Stream } from '../../../test/requests.ts'
import { grantCredits } from '../grants/grant-credits.ts'

/** Reads until a stream sends the expected balance. Returns the elapsed milliseconds. */
export async function readUntil(stream: Stream<Balance>, onDemandCredits: number): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const balance = await stream.next()
    if (!balance) throw new Error('the stream has ended')
    if (balance.onDemandCredits === onDemandCredits) return performance.now() - startedAt
  }
}

/** Reads until a stream ends. Returns the elapsed milliseconds. */
export async function readUntilEnd(stream: Stream<Balance>): Promise<number> {
  const startedAt = performance.now()
  while (await stream.next());
  return performance.now() - startedAt
}

/** Helpers that watch and change balances through a portal and a second API. */
export async function createWatchers(portal: Portal, second: { url: string }) {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  return {
    give: (userId: string, amount: number) =>
      portal.db
        .transaction()
        .execute((trx) => grantCredits(trx, { userId, bucket: 'ON_DEMAND', amount, reason: 'test', actor: 'test' })),
    /** Adjusts credits through the second API. */
    giveThere: async (userId: string, amount: number) => {
      const body = { userId, bucket: 'ON_DEMAND', amount, reason: 'For the test of streams' } as const
      const { status } = await createCaller(second.url, admin.as.token).call(adminBilling.adjustCredits, { body })
      if (status !== 200) throw new Error(`the other process gave nothing: ${status}`)
    },
    /** A user with an open stream on each API. */
    watching: async () => {
      const { id, as } = await user(portal)
      const streams = [await as.watch(balances.watch), await createCaller(second.url, as.token).watch(balances.watch)]
      for (const stream of streams) await stream.next()
      return { id, as, streams }
    },
  }
}
