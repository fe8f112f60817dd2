import type { Services } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { lockUnresolvedDemoAccounts, resolveDemoAccounts } from './demo-accounts.queries.ts'
import { type DemoEndReport, toReportLines } from './end-report.ts'
import { revokeGrants } from './revoke-grants.ts'

/**
 * Ends an active demo. Only reports when an older version closed the demo and accounts outside it would lose access.
 */
export async function endDemo(services: Services): Promise<void> {
  const { log } = services
  const end = await tryEndDemo(services, ({ wasClosedBefore, isOthers }) => !wasClosedBefore || !isOthers)
  if (!end) return
  for (const { message, ...facts } of toReportLines(end.report, end)) log.warn(facts, message)
  if (!end.isDone)
    log.warn(
      'A demo that an older version closed gave what is named above, and it stands. Read docs/operations.md, ' +
        '"From a demo to a portal", then decide: npm run demo:end -- --take-back, or npm run demo:end -- --keep.',
    )
}

/** Changes nothing. Null when no grants are left. */
export const previewDemoEnd = async (services: Services): Promise<DemoEndReport | null> =>
  (await tryEndDemo(services, () => false))?.report ?? null

/** Works while the demo is active, too. Null when no grants are left. */
export const forceEndDemo = async (services: Services): Promise<DemoEndReport | null> =>
  (await tryEndDemo(services, () => true))?.report ?? null

/** False when there is nothing to decide. */
export const keepGrants = (services: Services): Promise<boolean> =>
  inTransaction(services, async ({ db, clock }) => {
    const accounts = await lockUnresolvedDemoAccounts(db)
    await resolveDemoAccounts(db, clock.now(), { keepsGrants: true })
    return accounts.length > 0
  })

type DemoEndImpact = { wasClosedBefore: boolean; isOthers: boolean }

/**
 * Revokes the grants and rolls back unless `mayEnd` accepts the impact, so a preview shows exactly what would happen.
 */
async function tryEndDemo(services: Services, mayEnd: (impact: DemoEndImpact) => boolean) {
  const undone = new Error('nothing was changed')
  let report = null as DemoEndReport | null
  try {
    await inTransaction(services, async (tx) => {
      const accounts = await lockUnresolvedDemoAccounts(tx.db)
      if (accounts.length === 0) return
      const openedAt = new Date(Math.min(...accounts.map((account) => account.openedAt.getTime())))
      const wasClosedBefore = accounts.every(({ closedAt }) => closedAt !== null)
      report = await revokeGrants(tx, openedAt)
      if (!mayEnd({ wasClosedBefore, isOthers: report.isOthers })) throw undone
    })
    return report && { report, isDone: true }
  } catch (error) {
    if (error !== undone || !report) throw error
    return { report, isDone: false }
  }
}
