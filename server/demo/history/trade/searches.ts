import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { properties } from '@dooryard/contract/properties/properties'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { savedSearchSchedule } from '../../../modules/saved-searches/index.ts'
import { pickWorkingTime } from '../calendar.ts'
import type { HistoryGenerator, HistoryServices, HistoryStep } from '../history-step.ts'
import type { PastUser } from '../past-api.ts'
import { consumerEmail, enterpriseEmail } from './plan.ts'

type PlannedSearch = {
  email: string
  name: string
  daysAgo: number
  /** Days between two visits, on average. */
  everyDays: number
  emailChanges?: boolean
  isDefault?: boolean
  criteria: Criteria
}

const davidson = { counties: ['47037'] }

const searches: readonly PlannedSearch[] = [
  {
    ...{ email: enterpriseEmail, name: 'Absentee owners of Davidson', daysAgo: 405, everyDays: 29, isDefault: true },
    criteria: { location: davidson, owner: { occupancies: ['ABSENTEE_IN_STATE', 'ABSENTEE_OUT_OF_STATE'] } },
  },
  {
    ...{ email: enterpriseEmail, name: 'High equity, owned 15 years', daysAgo: 388, everyDays: 32 },
    criteria: { location: davidson, owner: { yearsOwned: { min: 15 } }, signals: { anyOf: ['HIGH_EQUITY'] } },
  },
  {
    ...{ email: enterpriseEmail, name: 'Behind on taxes, Davidson', daysAgo: 352, everyDays: 26, emailChanges: true },
    criteria: { location: davidson, signals: { anyOf: ['TAX_DELINQUENT'] } },
  },
  {
    ...{ email: enterpriseEmail, name: 'Sold in the last 90 days, Tennessee', daysAgo: 340, everyDays: 24 },
    criteria: { location: { states: ['TN'] }, sale: { soldOn: { lastDays: 90 } } },
  },
  {
    ...{ email: enterpriseEmail, name: 'Columbus landlords, up to nine houses', daysAgo: 236, everyDays: 27 },
    criteria: { location: { counties: ['39049'] }, owner: { targetTypes: ['LANDLORD'], propertiesOwned: { max: 9 } } },
  },
  {
    ...{ email: enterpriseEmail, name: 'Vacant or cited, east side', daysAgo: 151, everyDays: 15, emailChanges: true },
    criteria: {
      location: { zips: ['37115', '37206', '37207', '37216'] },
      signals: { anyOf: ['VACANT', 'CODE_VIOLATION'] },
    },
  },
  {
    ...{ email: consumerEmail, name: 'Landlords near me', daysAgo: 364, everyDays: 36, isDefault: true },
    criteria: { location: { zips: ['37013', '37211', '37217'] }, signals: { anyOf: ['TIRED_LANDLORD'] } },
  },
  {
    ...{ email: consumerEmail, name: 'Raleigh, absentee houses', daysAgo: 286, everyDays: 31 },
    criteria: {
      location: { counties: ['37183'] },
      property: { assetSubGroups: ['SINGLE_FAMILY'] },
      owner: { occupancies: ['ABSENTEE_IN_STATE', 'ABSENTEE_OUT_OF_STATE'] },
    },
  },
  {
    ...{ email: consumerEmail, name: 'Vacant in Nashville', daysAgo: 118, everyDays: 14, emailChanges: true },
    criteria: { location: davidson, signals: { anyOf: ['VACANT'] } },
  },
]

/** Of these last days a search is counted at night alone, so that changes since the last visit are left to look at. */
const unvisitedDays = 9

/** Saved searches, and their visits, each of which counts them again. */
export const planSearches: HistoryGenerator = (period, random) => {
  const ids: SearchIds = new Map()
  const saved = searches.flatMap((search): HistoryStep[] => {
    const { name, daysAgo, everyDays } = search
    const visits: HistoryStep[] = []
    for (let left = daysAgo - random.number.int(everyDays); left > unvisitedDays; ) {
      const run = (services: HistoryServices) => visit(services, search, ids)
      visits.push({ at: pickWorkingTime(period, random, left), name: `visit of ${name}, ${left} days ago`, run })
      left -= random.number.int({ min: Math.ceil(everyDays / 2), max: Math.floor(everyDays * 1.5) })
    }
    const at = pickWorkingTime(period, random, daysAgo)
    return [{ at, name: `search: ${name}`, run: (services) => save(services, search, ids) }, ...visits]
  })
  const counted = [7, 5, 4, 2, 1].map(
    (daysAgo): HistoryStep => ({
      at: pickWorkingTime(period, random, daysAgo),
      name: `counts of ${daysAgo} days ago`,
      run: (services) => savedSearchSchedule(services)['queue-recounts'].run(),
    }),
  )
  return [...saved, ...counted]
}

/** By name. After an interruption they are looked up, which takes as long as a visit. */
type SearchIds = Map<string, string>

async function save(services: HistoryServices, planned: PlannedSearch, ids: SearchIds): Promise<void> {
  const { email, name, criteria, emailChanges = false, isDefault } = planned
  const { call } = await services.as(email)
  // Without it, the first steps would still ask for a first search.
  await call(properties.count, { body: { criteria } })
  const { id } = await call(savedSearches.create, { body: { name, criteria, emailChanges } })
  ids.set(name, id)
  if (isDefault) await call(savedSearches.makeDefault, { params: { id } })
}

async function visit(services: HistoryServices, { email, name }: PlannedSearch, ids: SearchIds): Promise<void> {
  const { call } = await services.as(email)
  const id = ids.get(name) ?? (await findSearch(call, name))
  if (!id) return
  ids.set(name, id)
  await call(savedSearches.visit, { params: { id } })
}

async function findSearch(call: PastUser['call'], search: string): Promise<string | undefined> {
  const { items } = await call(savedSearches.list, { query: { search } })
  return items[0]?.id
}
