import type { Db } from '../../platform/postgres/database.ts'
import { selectHistory } from '../audit-log/index.ts'
import { selectDemoIds } from './demo-accounts.queries.ts'
import { accountActions, followGrants, hasGrant } from './grants-rules.ts'

/** Whether what a user may do comes from the demo: they are one of its accounts, or have their role by one. */
export async function hasDemoAuthority(db: Db, userId: string): Promise<boolean> {
  const demoIds = await selectDemoIds(db)
  if (demoIds.size === 0 || demoIds.has(userId)) return demoIds.has(userId)
  const { rights } = followGrants(await selectHistory(db, accountActions), demoIds)
  return hasGrant(rights.get(userId))
}
