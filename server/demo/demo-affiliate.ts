import { randomBytes } from 'node:crypto'
import { dayMs } from '@dooryard/contract/api/time'
import { type Billing, buyForDemo, selectPayments } from '../modules/billing/index.ts'
import { openDemoAffiliate, payDemoAffiliate, recordCommissions } from '../modules/coupons/index.ts'
import { createUser, findUserByEmail } from '../modules/identity/index.ts'
import type { Services } from '../platform/context.ts'
import { withLock } from '../platform/postgres/advisory-locks.ts'
import { getIdTime, newId, newRequestId } from '../platform/util/ids.ts'

/** How long before the first start the demo's affiliate joined. */
export const affiliateJoinedDaysAgo = 360

const couponCode = 'BRANDEVIN-20'
const payoutDaysAgo = 38

// The ids from the migration.
const small = '00000000-0000-7000-8000-000000000201'
const medium = '00000000-0000-7000-8000-000000000202'
const large = '00000000-0000-7000-8000-000000000203'

/** Coined like the owners of the generated records: given names are ordinary, family names belong to nobody. */
export const affiliateCustomers = [
  { name: 'Avery Dalverine', daysAgo: 338, packId: small },
  { name: 'Devi Paldrano', daysAgo: 301, packId: medium },
  { name: 'Quinn Holvister', daysAgo: 279, packId: small },
  { name: 'Omar Serravane', daysAgo: 268, packId: medium },
  { name: 'Mei Tavendish', daysAgo: 244, packId: medium },
  { name: 'Harper Ostravelle', daysAgo: 215, packId: small },
  { name: 'Luis Corvelano', daysAgo: 203, packId: large },
  { name: 'Wren Yarrowick', daysAgo: 181, packId: small },
  { name: 'Priya Vendrasen', daysAgo: 154, packId: medium },
  { name: 'Tomas Leskovick', daysAgo: 149, packId: medium },
  { name: 'Zara Fendrellar', daysAgo: 120, packId: large },
  { name: 'Emeka Adeloran', daysAgo: 96, packId: medium },
  { name: 'Noel Brackenhart', daysAgo: 84, packId: medium },
  { name: 'Ines Galderone', daysAgo: 61, packId: large },
  { name: 'Keiko Norvasen', daysAgo: 52, packId: small },
  { name: 'Rafael Montreval', daysAgo: 27, packId: large },
  { name: 'Sofia Quarreveth', daysAgo: 19, packId: medium },
  { name: 'Jamal Elstrander', daysAgo: 6, packId: medium },
].map(({ name, ...purchase }) => {
  const [firstName = '', lastName = ''] = name.split(' ')
  const credits = purchase.packId === small ? 500 : purchase.packId === medium ? 2000 : 10_000
  return { ...purchase, credits, firstName, lastName, email: `${firstName}.${lastName}@dooryard.test`.toLowerCase() }
})

export type AffiliateCustomer = (typeof affiliateCustomers)[number]

/** The customers of the demo's affiliate. Nobody can sign in as one of them: their passwords are random. */
export const demoCustomerEmails = affiliateCustomers.map(({ email }) => email)

/** The customers in demos of older versions, which keep them. Their accounts close with the demo as well. */
export const formerCustomerEmails = [
  ...['avery.demoway', 'devi.fauxley', 'quinn.draftwood', 'omar.pretendham', 'mei.trialworth', 'harper.stubsworth'],
  ...['luis.anonwick', 'wren.inventsby', 'priya.theorby', 'tomas.outlineski', 'zara.fancifuller', 'emeka.betaworth'],
  ...['noel.hypothewitz', 'ines.scaffoldry', 'keiko.figmento', 'rafael.mockingham', 'sofia.wireframer'],
  'jamal.templateson',
].map((name) => `${name}@dooryard.test`)

type DemoServices = Services & Billing

/**
 * Gives the affiliate of a demo a year of customers, their purchases, commissions and a payout, once; the next start
 * completes an interrupted one. Nothing in a demo whose affiliate was created without a past, as in those of older
 * versions, or where the sandbox does not take the payments.
 */
export async function seedDemoAffiliate(
  services: DemoServices,
  emails: { affiliate: string; admin: string },
): Promise<void> {
  if (services.provider?.name !== 'SANDBOX') return
  const affiliate = await findUserByEmail(services.db, emails.affiliate)
  const admin = await findUserByEmail(services.db, emails.admin)
  if (!admin || !affiliate || affiliate.closedAt || affiliate.role !== 'AFFILIATE_USER') return
  if (!hasPast(affiliate)) return
  const [former = ''] = formerCustomerEmails
  if (await findUserByEmail(services.db, former)) return
  try {
    // Two processes that start at the same time take turns. The work may use other connections: nothing else in this
    // process waits for the lock.
    await withLock(services.db, 'demo affiliate', () => recordPast(services, affiliate.id, admin.id))
  } catch (error) {
    // A demo without this history must not stop the server from starting.
    services.log.warn({ err: error }, "the demo's affiliate begins without a part of the history")
  }
}

/**
 * Whether the account was created with an earlier date than that of its creation, which its id has. Age alone would give
 * an affiliate who did join a year ago a history that never was.
 */
const hasPast = ({ id, createdAt }: { id: string; createdAt: Date }): boolean =>
  createdAt.getTime() <= getIdTime(id) - Math.max(...affiliateCustomers.map(({ daysAgo }) => daysAgo)) * dayMs

async function recordPast(services: DemoServices, affiliateUserId: string, adminId: string): Promise<void> {
  const start = services.clock.now().getTime()
  const getPast = (daysAgo: number) => new Date(start - daysAgo * dayMs)
  const buildPast = (daysAgo: number) => buildAdminContext(services, adminId, getPast(daysAgo))
  const buyAll = (bought: typeof affiliateCustomers) =>
    buyForDemo(
      services,
      bought.map(({ email, packId, daysAgo }) => ({ email, packId, couponCode, at: getPast(daysAgo) })),
    )
  await openDemoAffiliate(buildPast(affiliateJoinedDaysAgo), { affiliateUserId, couponCode })
  for (const { daysAgo, firstName, lastName, email } of affiliateCustomers)
    await createCustomer(services, { firstName, lastName, email }, getPast(daysAgo))
  await buyAll(affiliateCustomers.filter(({ daysAgo }) => daysAgo > payoutDaysAgo))
  await payDemoAffiliate(buildPast(payoutDaysAgo), affiliateUserId)
  await buyAll(affiliateCustomers.filter(({ daysAgo }) => daysAgo <= payoutDaysAgo))
  await recordCommissions({ ...services, selectPayments })
}

type Person = Pick<(typeof affiliateCustomers)[number], 'firstName' | 'lastName' | 'email'>

const createCustomer = async (services: DemoServices, person: Person, createdAt: Date): Promise<unknown> =>
  (await findUserByEmail(services.db, person.email)) ??
  createUser(
    services,
    {
      ...person,
      ...{ role: 'CONSUMER_USER', phone: '615-555-0199', companyName: 'Generated for the demo' },
      password: randomBytes(24).toString('base64url'),
    },
    { createdAt },
  )

const buildAdminContext = (services: DemoServices, userId: string, at: Date) => ({
  ...services,
  selectPayments,
  clock: { now: () => at },
  requestId: newRequestId(),
  caller: { ipAddress: '127.0.0.1', userAgent: 'Dooryard demo' },
  signal: new AbortController().signal,
  actor: { userId, role: 'SUPER_ADMIN' as const, sessionId: newId() },
})
