import type { Db } from '../../platform/postgres/database.ts'
import { selectHistory } from '../audit-log/index.ts'
import { selectDemo } from './demo-accounts.queries.ts'
import { accountActions, followGrants, hasGrant } from './grants-rules.ts'

/** Whether what a user may do comes from the demo: they are one of its accounts, or have their role by one. */
export async function hasDemoAuthority(db: Db, userId: string): Promise<boolean> {
  const demo = await selectDemo(db)
  if (demo.ids.size === 0 || demo.ids.has(userId)) return demo.ids.has(userId)
  const { rights } = followGrants(await selectDescent(db, userId, demo.ids), demo)
  return hasGrant(rights.get(userId))
}

/** The history of a user's rights and of whoever gave them, up to demo accounts: few entries, read by an index. */
async function selectDescent(db: Db, userId: string, demoIds: ReadonlySet<string>) {
  const known = new Set<string>()
  for (let next = [userId]; next.length > 0; ) {
    for (const id of next) known.add(id)
    const entries = await selectHistory(db, accountActions, next)
    const actors = new Set(entries.flatMap(({ actorId }) => actorId ?? []))
    next = [...actors].filter((id) => !known.has(id) && !demoIds.has(id))
  }
  return selectHistory(db, accountActions, [...known])
}
