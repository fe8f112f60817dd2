import type { Role } from '@dooryard/contract/api/roles'
import { dayMs } from '@dooryard/contract/api/time'
import type { Purchase } from '@dooryard/contract/billing/purchases'
import { type Billing, buyForDemo, setDueUntil } from '../modules/billing/index.ts'
import { seedDemoContacts } from '../modules/contacts/index.ts'
import { activateCampaignType, grantCredits } from '../modules/credits/index.ts'
import {
  announceHistory,
  beginHistory,
  endDemo,
  findHistory,
  finishHistory,
  openDemoAccounts,
} from '../modules/demo/index.ts'
import { loadDemoRegistry, removeDemoRegistry } from '../modules/dnc/index.ts'
import { createUser, findUserByEmail, setUsersActive } from '../modules/identity/index.ts'
import { getOwnLeads } from '../modules/orders/index.ts'
import {
  countDemoRows,
  demoAreaCodes,
  hasRolls,
  loadDemo,
  type MapWriting,
  type Progress,
  removeDemoMap,
  startDemoMap,
} from '../modules/properties/index.ts'
import { seedDemoSearches } from '../modules/saved-searches/index.ts'
import { deletePastAttempts } from '../modules/webhooks/index.ts'
import type { Services } from '../platform/context.ts'
import { historyJobPrefix, removePrefixedJobs } from '../platform/jobs/prefixed-jobs.ts'
import { inTransaction } from '../platform/postgres/database.ts'
import { formatNumber } from '../platform/util/format.ts'
import {
  affiliateJoinedDaysAgo,
  demoCustomerEmails,
  formerCustomerEmails,
  seedDemoAffiliate,
} from './demo-affiliate.ts'
import { customerEmails, suspendedCustomers } from './history/accounts/customers.ts'

/** About fourteen months: a weekend moves the first step, 424 days ago, by two days. */
export const historyDays = 427

export const demoPassword = 'dooryard-demo'

// The ids from the migration.
const starter = { planId: '00000000-0000-7000-8000-000000000101' }
const growth = { planId: '00000000-0000-7000-8000-000000000102' }
const smallPack = { packId: '00000000-0000-7000-8000-000000000201' }

type DemoAccount = {
  email: string
  role: Role
  firstName: string
  lastName: string
  companyName?: string
  phone: string
  /** Bought in the sandbox, or granted where another provider takes payments. */
  buys: readonly Purchase[]
  subscription: number
  onDemand: number
  joinedDaysAgo?: number
  /** In a demo with a history. */
  historyDaysAgo: number
}

export const demoAccounts: readonly DemoAccount[] = [
  {
    email: 'admin@dooryard.test',
    role: 'SUPER_ADMIN',
    firstName: 'Ada',
    lastName: 'Tarrowen',
    phone: '615-555-0100',
    historyDaysAgo: historyDays,
    buys: [],
    subscription: 0,
    onDemand: 0,
  },
  {
    email: 'enterprise@dooryard.test',
    role: 'ENTERPRISE_USER',
    firstName: 'Erin',
    lastName: 'Halvering',
    companyName: 'Quillmere Homebuyers',
    phone: '615-555-0101',
    historyDaysAgo: 411.83,
    buys: [growth, smallPack],
    subscription: 4_000,
    onDemand: 500,
  },
  {
    email: 'consumer@dooryard.test',
    role: 'CONSUMER_USER',
    firstName: 'Casey',
    lastName: 'Morvane',
    phone: '615-555-0102',
    historyDaysAgo: 370.64,
    buys: [starter],
    subscription: 1_000,
    onDemand: 0,
  },
  {
    email: 'affiliate@dooryard.test',
    role: 'AFFILIATE_USER',
    firstName: 'Alex',
    lastName: 'Brandevin',
    phone: '615-555-0103',
    historyDaysAgo: affiliateJoinedDaysAgo + 0.41,
    buys: [],
    subscription: 0,
    onDemand: 0,
    // Its history is of a year.
    joinedDaysAgo: affiliateJoinedDaysAgo,
  },
]

type DemoOptions = {
  printLine: (line: string) => void
  /** Where the portal looks for its base map; null where it has another one. */
  mapFile: string | null
  /** New accounts begin with a year behind them, which is written when the portal serves. */
  hasHistory?: boolean
}

/** Creates only what is missing. The map is returned while a thread is writing it. */
export async function seedDemo(
  services: Services & Billing,
  { printLine, mapFile, hasHistory = false }: DemoOptions,
): Promise<MapWriting | null> {
  if (hasHistory) await beginHistoryOfNewDemo(services)
  await announceHistory(services.db, services.clock.now())
  const history = await findHistory(services.db)
  // Before the first step of a history, so that it comes first in the audit log.
  const start = history && !history.finishedAt ? { ...services, clock: { now: () => history.startsAt } } : services
  await createDemoAccounts(start, history?.endsAt)
  await openDemoAccounts(services.db, demoEmails, start.clock.now())
  await setUsersActive(services.db, openedEmails, true)
  if (!history) {
    await seedDemoAffiliate(services, { affiliate: 'affiliate@dooryard.test', admin: 'admin@dooryard.test' })
    await buyForDemo(services, purchases)
  }
  await seedCallReady(start)
  if (!(await hasRolls(services.db))) await generateRecords(services, printLine)
  await seedDemoContacts(services)
  // A history has searches of its own.
  if (!history) await seedDemoSearches({ ...services, getOwnLeads }, saverEmails)
  const rows = mapFile === null ? 0 : await countDemoRows(services.db)
  return mapFile === null || rows === 0 ? null : startDemoMap(mapFile, rows)
}

/** Where the sandbox takes the payments and none of the accounts is there yet. */
async function beginHistoryOfNewDemo({ db, clock, provider }: Services & Billing): Promise<void> {
  const known = await Promise.all(demoEmails.map((email) => findUserByEmail(db, email)))
  if (provider?.name !== 'SANDBOX' || known.some(Boolean)) return
  const endsAt = clock.now()
  await beginHistory(db, { startsAt: new Date(endsAt.getTime() - historyDays * dayMs), endsAt })
}

async function generateRecords(services: Services, printLine: (line: string) => void): Promise<void> {
  printLine('Generating demo county records, once:')
  let reportedTenths = 0
  const onProgress = ({ rows, share }: Progress) => {
    const tenth = Math.floor(share * 10)
    if (tenth > reportedTenths) printLine(`  ${String(tenth * 10).padStart(3)}%  ${formatNumber(rows)} properties`)
    reportedTenths = tenth
  }
  const { rows, seconds } = await loadDemo(services, { onProgress })
  printLine(`Generated ${formatNumber(rows)} fictional properties in ${seconds.toFixed(1)} s`)
}

// One area code stays uncovered by the registry, so that numbers that cannot be checked are visible too.
const uncoveredAreaCode = '425'

/**
 * Activates call-ready orders with the first generated registry only. An administrator who deactivates them later
 * finds them still inactive.
 */
async function seedCallReady(services: Services): Promise<void> {
  const covered = demoAreaCodes.filter((areaCode) => areaCode !== uncoveredAreaCode)
  const { isFirst } = await loadDemoRegistry(services, covered)
  if (isFirst) await activateCampaignType(services, 'CALL_READY')
}

/** Closes the demo accounts, revokes what they granted (such as roles), and removes the demo registry and its map. */
export const closeDemo = async (services: Services, mapFile: string): Promise<void> => {
  await endDemo(services)
  // An account activated since then can be entered with the public password, or by a code from the demo's outbox.
  await setUsersActive(services.db, allDemoEmails, false)
  await removeDemoRegistry(services)
  await endHistory(services)
  await removeDemoMap(mapFile).catch((err: unknown) => services.log.warn({ err }, 'The demo map could not be removed'))
}

/** What is not written by now never will be: a demo that opens again goes on from here. */
async function endHistory({ db, clock }: Services): Promise<void> {
  await removePrefixedJobs(db, historyJobPrefix)
  await deletePastAttempts(db)
  await setDueUntil(db, null)
  await finishHistory(db, clock.now())
}

const demoEmails = demoAccounts.map(({ email }) => email)
const allDemoEmails = [...demoEmails, ...demoCustomerEmails, ...formerCustomerEmails, ...customerEmails]
// An administrator's decision stays.
const openedEmails = allDemoEmails.filter((email) => !suspendedCustomers.some((suspended) => suspended === email))
const saverEmails = demoAccounts
  .filter(({ role }) => role === 'CONSUMER_USER' || role === 'ENTERPRISE_USER')
  .map(({ email }) => email)
const purchases = demoAccounts.flatMap(({ email, buys }) => buys.map((purchase) => ({ email, ...purchase })))

async function createDemoAccounts(services: Services & Billing, historyEndsAt?: Date): Promise<void> {
  const now = (historyEndsAt ?? services.clock.now()).getTime()
  for (const { subscription, onDemand, buys: _, joinedDaysAgo, historyDaysAgo, ...account } of demoAccounts) {
    const daysAgo = historyEndsAt ? historyDaysAgo : joinedDaysAgo
    const createdAt = daysAgo ? new Date(now - daysAgo * dayMs) : undefined
    await inTransaction(services, async (tx) => {
      const user = await createUser(tx, { ...account, password: demoPassword }, { isPasswordPublic: true, createdAt })
      if (!user || services.provider?.name === 'SANDBOX') return
      const grant = { userId: user.id, reason: 'Credits to try the demo with', actor: 'system' }
      await grantCredits(tx.db, { ...grant, bucket: 'SUBSCRIPTION', amount: subscription })
      await grantCredits(tx.db, { ...grant, bucket: 'ON_DEMAND', amount: onDemand })
    })
  }
}
