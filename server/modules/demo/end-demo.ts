import type { Services } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { lockUnsettledAccounts, settleDemoAccounts } from './demo-accounts.queries.ts'
import { type Report, reportLines } from './report.ts'
import { takeBack } from './take-back.ts'

/** Ends a demo that is on; where an older version closed it and others would lose something, only reports that. */
export async function endDemo(services: Services): Promise<void> {
  const { log } = services
  const end = await tryToEnd(services, ({ wasClosedBefore, isOthers }) => !wasClosedBefore || !isOthers)
  if (!end) return
  for (const { message, ...facts } of reportLines(end.report, end)) log.warn(facts, message)
  if (!end.isDone)
    log.warn(
      'A demo that an older version closed gave what is named above, and it stands. Read docs/operations.md, ' +
        '"From a demo to a portal", then decide: npm run demo:end -- --take-back, or npm run demo:end -- --keep.',
    )
}

/** Changes nothing; null where no grants stand. */
export const previewEnd = async (services: Services): Promise<Report | null> =>
  (await tryToEnd(services, () => false))?.report ?? null

/** Also while the demo is on; null where no grants stand. */
export const takeBackGrants = async (services: Services): Promise<Report | null> =>
  (await tryToEnd(services, () => true))?.report ?? null

/** False where there is nothing to decide. */
export const keepGrants = (services: Services): Promise<boolean> =>
  inTransaction(services, async ({ db, clock }) => {
    const accounts = await lockUnsettledAccounts(db)
    await settleDemoAccounts(db, clock.now(), { keepsGrants: true })
    return accounts.length > 0
  })

type Found = { wasClosedBefore: boolean; isOthers: boolean }

/** Takes back what was granted, and undoes that unless `mayEnd` allows what was found: a preview is what will happen. */
async function tryToEnd(services: Services, mayEnd: (found: Found) => boolean) {
  const undone = new Error('nothing was changed')
  let report = null as Report | null
  try {
    await inTransaction(services, async (inside) => {
      const accounts = await lockUnsettledAccounts(inside.db)
      if (accounts.length === 0) return
      const openedAt = new Date(Math.min(...accounts.map((account) => account.openedAt.getTime())))
      const wasClosedBefore = accounts.every(({ closedAt }) => closedAt !== null)
      report = await takeBack(inside, openedAt)
      if (!mayEnd({ wasClosedBefore, isOthers: report.isOthers })) throw undone
    })
    return report && { report, isDone: true }
  } catch (error) {
    if (error !== undone || !report) throw error
    return { report, isDone: false }
  }
}
