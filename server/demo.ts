import type { Purchase } from '@dooryard/contract/purchases'
import type { Role } from '@dooryard/contract/roles'
import { type Billing, buyForDemo } from './modules/billing/index.ts'
import { enterDemoContacts } from './modules/contacts/index.ts'
import { grantCredits, putOnOffer } from './modules/credits/index.ts'
import { endDemo, openDemoAccounts } from './modules/demo/index.ts'
import { loadDemoRegistry, removeDemoRegistry } from './modules/dnc/index.ts'
import { createUser, setActive } from './modules/identity/index.ts'
import { deliveredIds } from './modules/orders/index.ts'
import { demoAreaCodes, hasRolls, loadDemo, type Progress } from './modules/properties/index.ts'
import { saveForDemo } from './modules/saved-searches/index.ts'
import type { Services } from './platform/context.ts'
import { formatNumber } from './platform/format.ts'
import { inTransaction } from './platform/postgres/database.ts'

export const demoPassword = 'dooryard-demo'

// As the migration has them.
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
  /** Bought in the sandbox, or given where another provider takes the money. */
  buys: readonly Purchase[]
  subscription: number
  onDemand: number
}

export const demoAccounts: readonly DemoAccount[] = [
  {
    email: 'admin@dooryard.test',
    role: 'SUPER_ADMIN',
    firstName: 'Ada',
    lastName: 'Placeholder',
    phone: '615-555-0100',
    buys: [],
    subscription: 0,
    onDemand: 0,
  },
  {
    email: 'enterprise@dooryard.test',
    role: 'ENTERPRISE_USER',
    firstName: 'Erin',
    lastName: 'Sampleton',
    companyName: 'Example Outreach',
    phone: '615-555-0101',
    buys: [growth, smallPack],
    subscription: 4_000,
    onDemand: 500,
  },
  {
    email: 'consumer@dooryard.test',
    role: 'CONSUMER_USER',
    firstName: 'Casey',
    lastName: 'Testwell',
    phone: '615-555-0102',
    buys: [starter],
    subscription: 1_000,
    onDemand: 0,
  },
  {
    email: 'affiliate@dooryard.test',
    role: 'AFFILIATE_USER',
    firstName: 'Alex',
    lastName: 'Mockford',
    phone: '615-555-0103',
    buys: [],
    subscription: 0,
    onDemand: 0,
  },
]

/** Makes only what is not there. */
export async function prepareDemo(services: Services & Billing, say: (line: string) => void): Promise<void> {
  await makeDemoAccounts(services)
  await openDemoAccounts(services.db, emails, services.clock.now())
  await setActive(services.db, emails, true)
  await buyForDemo(services, purchases)
  await prepareCalls(services)
  if (!(await hasRolls(services.db))) await generateRecords(services, say)
  await enterDemoContacts(services)
  await saveForDemo({ ...services, deliveredTo: deliveredIds }, savers)
}

async function generateRecords(services: Services, say: (line: string) => void): Promise<void> {
  say('Generating demo county records, once:')
  let told = 0
  const onProgress = ({ rows, share }: Progress) => {
    const tenth = Math.floor(share * 10)
    if (tenth > told) say(`  ${String(tenth * 10).padStart(3)}%  ${formatNumber(rows)} properties`)
    told = tenth
  }
  const { rows, seconds } = await loadDemo(services, { onProgress })
  say(`Generated ${formatNumber(rows)} fictional properties in ${seconds.toFixed(1)} s`)
}

// One area code stays out of the registry, so that numbers which cannot be checked are seen too.
const uncovered = '425'

/** Orders to call are on offer from the first generated registry on; whoever takes them off again finds them so. */
async function prepareCalls(services: Services): Promise<void> {
  const covered = demoAreaCodes.filter((areaCode) => areaCode !== uncovered)
  const { isFirst } = await loadDemoRegistry(services, covered)
  if (isFirst) await putOnOffer(services, 'CALL_READY')
}

/** Closes its accounts, takes back what they granted, and removes its registry. */
export const closeDemo = async (services: Services): Promise<void> => {
  await endDemo(services)
  // Whoever has activated one since has given everybody its public password.
  await setActive(services.db, emails, false)
  await removeDemoRegistry(services)
}

const emails = demoAccounts.map(({ email }) => email)
const savers = demoAccounts
  .filter(({ role }) => role === 'CONSUMER_USER' || role === 'ENTERPRISE_USER')
  .map(({ email }) => email)
const purchases = demoAccounts.flatMap(({ email, buys }) => buys.map((purchase) => ({ email, ...purchase })))

async function makeDemoAccounts(services: Services & Billing): Promise<void> {
  for (const { subscription, onDemand, buys: _, ...account } of demoAccounts) {
    await inTransaction(services, async (inside) => {
      const user = await createUser(inside, { ...account, password: demoPassword }, { isPasswordPublic: true })
      if (!user || services.provider?.name === 'SANDBOX') return
      const grant = { userId: user.id, reason: 'Credits to try the demo with', actor: 'system' }
      await grantCredits(inside.db, { ...grant, bucket: 'SUBSCRIPTION', amount: subscription })
      await grantCredits(inside.db, { ...grant, bucket: 'ON_DEMAND', amount: onDemand })
    })
  }
}
