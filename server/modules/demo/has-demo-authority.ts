import type { Db } from '../../platform/postgres/database.ts'
import { selectAuditHistory } from '../audit-log/index.ts'
import { getDemoState } from './demo-accounts.queries.ts'
import { accountActions, hasGrant, traceGrants } from './grants-rules.ts'

/** True for demo accounts and for users whose role was granted by one. */
export async function hasDemoAuthority(db: Db, userId: string): Promise<boolean> {
  const demo = await getDemoState(db)
  if (demo.ids.size === 0 || demo.ids.has(userId)) return demo.ids.has(userId)
  const { rights } = traceGrants(await selectGrantHistory(db, userId, demo.ids), demo)
  return hasGrant(rights.get(userId))
}

/**
 * The history of a user's rights and of the accounts that granted them, up to demo accounts. Few entries, read by an
 * index.
 */
async function selectGrantHistory(db: Db, userId: string, demoIds: ReadonlySet<string>) {
  const visited = new Set<string>()
  for (let next = [userId]; next.length > 0; ) {
    for (const id of next) visited.add(id)
    const entries = await selectAuditHistory(db, accountActions, next)
    const actors = new Set(entries.flatMap(({ actorId }) => actorId ?? []))
    next = [...actors].filter((id) => !visited.has(id) && !demoIds.has(id))
  }
  return selectAuditHistory(db, accountActions, [...visited])
}
