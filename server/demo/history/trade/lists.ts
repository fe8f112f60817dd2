import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { propertyLists } from '@dooryard/contract/data/property-lists'
import { suppressionLists } from '@dooryard/contract/data/suppression-lists'
import { buyerLists } from '@dooryard/contract/properties/buyer-lists'
import { ownerReveals } from '@dooryard/contract/properties/owner-reveals'
import { properties } from '@dooryard/contract/properties/properties'
import { SimpleFaker } from '@faker-js/faker'
import { pickWorkingTime } from '../calendar.ts'
import type { HistoryGenerator, HistoryServices, HistoryStep } from '../history-step.ts'
import type { PastUser } from '../past-api.ts'
import { consumerEmail, enterpriseEmail } from './plan.ts'

const eastSide = ['37206', '37207', '37216']

const buyers = [
  {
    ...{ email: enterpriseEmail, name: 'Cash buyers, east side', daysAgo: 318, count: 26 },
    criteria: { location: { zips: eastSide }, owner: { targetTypes: ['CASH_BUYER', 'FLIPPER'] } } satisfies Criteria,
  },
  {
    ...{ email: enterpriseEmail, name: 'Landlords who buy in Columbus', daysAgo: 162, count: 17 },
    criteria: { location: { counties: ['39049'] }, owner: { propertiesOwned: { min: 4, max: 20 } } } satisfies Criteria,
  },
  {
    ...{ email: consumerEmail, name: 'Ask these first', daysAgo: 208, count: 8 },
    criteria: { location: { zips: ['37211'] }, owner: { targetTypes: ['CASH_BUYER', 'LANDLORD'] } } satisfies Criteria,
  },
]

/** Each has other owners: those who have owned for so many years. */
const suppressed = [
  {
    email: enterpriseEmail,
    name: 'Sellers we know',
    fileName: 'crm-export.csv',
    daysAgo: 383,
    rows: 64,
    unknown: 3,
    yearsOwned: 4,
  },
  {
    email: enterpriseEmail,
    name: 'Returned mail',
    fileName: 'returned-by-post-office.csv',
    daysAgo: 213,
    rows: 41,
    unknown: 6,
    yearsOwned: 1,
  },
  {
    email: consumerEmail,
    name: 'Asked me to stop',
    fileName: 'stop.csv',
    daysAgo: 241,
    rows: 9,
    unknown: 0,
    yearsOwned: 9,
  },
]

/** Houses that somebody picked one by one, after those that were looked at in vain. */
const picked = [
  { email: enterpriseEmail, name: 'Drive by on Saturday', daysAgo: 29, count: 23, builtBefore: 2004, skipped: 29 },
  {
    email: enterpriseEmail,
    name: 'For the partner in Franklin',
    daysAgo: 12,
    count: 9,
    builtBefore: 1987,
    skipped: 12,
  },
  { email: consumerEmail, name: 'My street', daysAgo: 21, count: 14, builtBefore: 1996, skipped: 21 },
]

/** On which days people looked at the owner of a single property. */
const revealDays = [311, 254, 190, 121, 97, 66, 58, 43, 33, 27, 20, 15, 12, 8, 6, 3, 2, 1]

/** Lists of buyers, lists of addresses that nobody writes to, and revealed owners. */
export const planLists: HistoryGenerator = (period, random) => {
  const step = (daysAgo: number, name: string, run: HistoryStep['run']): HistoryStep => ({
    at: pickWorkingTime(period, random, daysAgo),
    name,
    run,
  })
  return [
    ...buyers.map((list) => step(list.daysAgo, `buyer list: ${list.name}`, (services) => addBuyers(services, list))),
    ...suppressed.map((list) =>
      step(list.daysAgo, `suppression: ${list.name}`, (services) => suppress(services, list)),
    ),
    ...picked.map((list) => step(list.daysAgo, `list: ${list.name}`, (services) => pickProperties(services, list))),
    ...revealDays.map((daysAgo) => {
      const seed = random.number.int(2 ** 31)
      return step(daysAgo, `reveal ${daysAgo} days ago`, (services) =>
        revealOwners(services, new SimpleFaker({ seed })),
      )
    }),
  ]
}

const search = async ({ call }: PastUser, criteria: Criteria) =>
  (await call(properties.search, { body: { criteria, limit: 100 } })).items

async function addBuyers(services: HistoryServices, { email, name, count, criteria }: (typeof buyers)[number]) {
  const caller = await services.as(email)
  const found = await search(caller, criteria)
  if (found.length === 0) return
  const { id } = await caller.call(buyerLists.create, { body: { name } })
  const propertyIds = found
    .filter((_, at) => at % 3 === 0)
    .slice(0, count)
    .map(({ propertyId }) => propertyId)
  await caller.call(buyerLists.addBuyers, { params: { id }, body: { propertyIds } })
}

/** Addresses of the county, among them some that no dataset has, as in any export of a CRM. */
async function suppress(
  services: HistoryServices,
  { email, name, fileName, rows, unknown, yearsOwned }: (typeof suppressed)[number],
) {
  const caller = await services.as(email)
  const found = await search(caller, { location: { counties: ['47037'] }, owner: { yearsOwned: { min: yearsOwned } } })
  const known = found.slice(0, rows).map(({ address, city, state, zip }) => [address, city, state, zip].join(','))
  const missing = Array.from({ length: unknown }, (_, at) => `${9_000 + at * 37} Tarrowell Dr,Nashville,TN,37214`)
  const text = ['Address,City,State,ZIP', ...known, ...missing].join('\n')
  await caller.call(suppressionLists.create, { query: { name, fileName }, body: new Blob([text]) })
}

async function revealOwners(services: HistoryServices, random: SimpleFaker): Promise<void> {
  const caller = await services.as(random.number.float() < 0.65 ? enterpriseEmail : consumerEmail)
  const found = await search(caller, {
    location: { zips: [...eastSide, '37211'] },
    signals: { anyOf: ['VACANT', 'INHERITED'] },
  })
  for (const { propertyId } of random.helpers.shuffle(found).slice(0, random.number.int({ min: 1, max: 4 })))
    await caller.call(ownerReveals.reveal, { params: { id: propertyId } })
}

async function pickProperties(services: HistoryServices, list: (typeof picked)[number]) {
  const { email, name, count, builtBefore, skipped } = list
  const caller = await services.as(email)
  const found = await search(caller, {
    location: { counties: ['47037'] },
    property: { yearBuilt: { max: builtBefore - 1 } },
  })
  const propertyIds = found.slice(skipped, skipped + count).map(({ propertyId }) => propertyId)
  const { id } = await caller.call(propertyLists.create, { body: { name } })
  if (propertyIds.length > 0)
    await caller.call(propertyLists.change, { params: { id }, body: { action: 'ADD', propertyIds } })
}
