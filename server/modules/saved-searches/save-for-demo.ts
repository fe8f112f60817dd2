import type { NewSavedSearch } from '@dooryard/contract/saved-searches'
import { inTransaction } from '../../platform/postgres/database.ts'
import type { SearchServices } from './count-now.ts'
import type { First } from './count-rules.ts'
import { countFirst, insertCounted, type Saver } from './save-search.ts'
import { findUserId, hasEverSaved, lockSavedSearches, setDefault } from './saved-searches.queries.ts'

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

export async function saveForDemo(services: SearchServices, emails: readonly string[]): Promise<void> {
  for (const email of emails) {
    const userId = await findUserId(services.db, email)
    if (userId && !(await hasEverSaved(services.db, userId))) await saveAll({ ...services, actor: { userId } })
  }
}

async function saveAll(saver: Saver): Promise<void> {
  const { userId } = saver.actor
  const firsts: First[] = []
  for (const { criteria } of demoSearches) firsts.push(await countFirst(saver, criteria))
  await inTransaction(saver, async (inside) => {
    await lockSavedSearches(inside.db, userId)
    if (await hasEverSaved(inside.db, userId)) return
    const ids: string[] = []
    for (const [at, search] of demoSearches.entries())
      ids.push(await insertCounted(inside, search, firsts[at] ?? 'BUSY'))
    if (ids[0]) await setDefault(inside.db, userId, ids[0])
  })
}
