import type { NewSavedSearch } from '@dooryard/contract/properties/saved-searches'
import { inTransaction } from '../../../platform/postgres/database.ts'
import type { SearchServices } from '../count/count-matches.ts'
import type { FirstCount } from '../count/count-rules.ts'
import { findUserId, hasEverSaved, lockSavedSearches, setDefault } from '../saved-searches.queries.ts'
import { countFirst, insertCountedSearch, type SearchOwnerContext } from './save-search.ts'

const demoSearches: readonly NewSavedSearch[] = [
  {
    name: 'Absentee owners of Davidson',
    criteria: {
      location: { counties: ['47037'] },
      owner: { occupancies: ['ABSENTEE_IN_STATE', 'ABSENTEE_OUT_OF_STATE'] },
    },
  },
  {
    name: 'Sold in the last 90 days, Tennessee',
    criteria: { location: { states: ['TN'] }, sale: { soldOn: { lastDays: 90 } } },
    emailChanges: true,
  },
  {
    name: 'High equity, owned 15 years',
    criteria: { location: { states: ['TN'] }, owner: { yearsOwned: { min: 15 } }, signals: { anyOf: ['HIGH_EQUITY'] } },
  },
]

export async function seedDemoSearches(services: SearchServices, emails: readonly string[]): Promise<void> {
  for (const email of emails) {
    const userId = await findUserId(services.db, email)
    if (userId && !(await hasEverSaved(services.db, userId))) await seedUserSearches({ ...services, actor: { userId } })
  }
}

async function seedUserSearches(saver: SearchOwnerContext): Promise<void> {
  const { userId } = saver.actor
  const firsts: FirstCount[] = []
  for (const { criteria } of demoSearches) firsts.push(await countFirst(saver, criteria))
  await inTransaction(saver, async (tx) => {
    await lockSavedSearches(tx.db, userId)
    if (await hasEverSaved(tx.db, userId)) return
    const ids: string[] = []
    for (const [at, search] of demoSearches.entries())
      ids.push(await insertCountedSearch(tx, search, firsts[at] ?? 'BUSY'))
    if (ids[0]) await setDefault(tx.db, userId, ids[0])
  })
}
