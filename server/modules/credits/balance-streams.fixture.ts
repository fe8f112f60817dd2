import { adminBilling } from '@dooryard/contract/admin-billing'
import { type Balance, balances } from '@dooryard/contract/credits'
import { user } from '../../test/factories.ts'
import type { Portal } from '../../test/portal.ts'
import { callerAt, type Stream } from '../../test/requests.ts'
import { grantCredits } from './grant-credits.ts'

/** Reads on until a stream says what is expected, and tells how many milliseconds that took. */
export async function until(stream: Stream<Balance>, onDemandCredits: number): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const balance = await stream.next()
    if (!balance) throw new Error('the stream has ended')
    if (balance.onDemandCredits === onDemandCredits) return performance.now() - startedAt
  }
}

/** Reads on until a stream ends, and tells how many milliseconds that took. */
export async function untilEnded(stream: Stream<Balance>): Promise<number> {
  const startedAt = performance.now()
  while (await stream.next());
  return performance.now() - startedAt
}

/** Who watches and changes balances through a portal and one more API of it. */
export async function watchersOf(portal: Portal, second: { url: string }) {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  return {
    give: (userId: string, amount: number) =>
      portal.db
        .transaction()
        .execute((trx) => grantCredits(trx, { userId, bucket: 'ON_DEMAND', amount, reason: 'test', actor: 'test' })),
    /** The same by the other process. */
    giveThere: async (userId: string, amount: number) => {
      const body = { userId, bucket: 'ON_DEMAND', amount, reason: 'For the test of streams' } as const
      const { status } = await callerAt(second.url, admin.as.token).call(adminBilling.adjustCredits, { body })
      if (status !== 200) throw new Error(`the other process gave nothing: ${status}`)
    },
    /** Somebody with an open stream at each of the two. */
    watching: async () => {
      const { id, as } = await user(portal)
      const streams = [await as.watch(balances.watch), await callerAt(second.url, as.token).watch(balances.watch)]
      for (const stream of streams) await stream.next()
      return { id, as, streams }
    },
  }
}
