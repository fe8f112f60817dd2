import { createHmac } from 'node:crypto'
import type { Services } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { addJob } from '../../../platform/jobs.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { clockAhead, findObject, firstDue, liveOf, lockClock, saveObject } from './sandbox.queries.ts'
import type {
  Card,
  SandboxInvoice,
  SandboxKind,
  SandboxObject,
  SandboxObjectOf,
  SandboxSubscription,
} from './sandbox-objects.ts'
import { cardOnFile, periodOf, refusalOnFile, retryAt } from './sandbox-rules.ts'

export const deliverEventJob = 'deliver-sandbox-event'

/** The sandbox as whoever holds its lock sees it, at an instant of its clock. */
export type Box = {
  db: Db
  now: Date
  at: (instant: Date) => Box
  /** How far its clock is ahead of ours. */
  offsetMs: number
  idOf: IdOf
  find: <Kind extends SandboxKind>(kind: Kind, id: string) => Promise<SandboxObjectOf<Kind>>
  /** Keeps an object, and tells of it where the change has a name. */
  save: (object: SandboxObject, event?: string) => Promise<void>
}

const prefixes = { CUSTOMER: 'cus', SESSION: 'cs', SUBSCRIPTION: 'sub', INVOICE: 'in', PAYMENT: 'py' }

const kindsInEvents: Partial<Record<SandboxKind, string>> = { CUSTOMER: 'OTHER', SESSION: 'CHECKOUT' }

type IdOf = (kind: SandboxKind, cause: string) => string

/**
 * The id of what is made for a cause: always the same, so that nothing is made twice, and not to be guessed, since
 * whoever knows that of a session may pay it.
 */
const idsOf =
  ({ secrets }: Pick<Services, 'secrets'>): IdOf =>
  (kind, cause) => {
    const hash = createHmac('sha256', secrets.derive('sandbox ids')).update(`${kind} ${cause}`).digest('hex')
    return `${prefixes[kind]}_sandbox_${hash.slice(0, 32)}`
  }

export const sandboxNow = async ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Date> =>
  new Date(clock.now().getTime() + (await clockAhead(db)))

export async function findOne<Kind extends SandboxKind>(db: Db, kind: Kind, id: string) {
  const object = await findObject(db, kind, id)
  if (!object) throw notFound(kind === 'SESSION' ? 'The purchase' : `The sandbox's ${kind.toLowerCase()} ${id}`)
  return object
}

/**
 * Does one thing in the sandbox: its changes and the events of them commit together. Everybody waits for one lock, and
 * what has fallen due is done first, so things happen once and in the order of time.
 */
export const inSandbox = <T>(services: Services, work: (box: Box) => Promise<T>): Promise<T> =>
  inTransaction(services, async ({ db, clock }) => {
    const offsetMs = await lockClock(db)
    const now = new Date(clock.now().getTime() + offsetMs)
    const idOf = idsOf(services)
    const at = (instant: Date): Box => ({
      db,
      now: instant,
      at,
      offsetMs,
      idOf,
      find: (kind, id) => findOne(db, kind, id),
      save: async (object, event) => {
        await saveObject(db, object, instant)
        if (event) await tell(db, instant, event, object)
      },
    })
    const box = at(now)
    await runDue(box, now)
    return work(box)
  })

async function tell(db: Db, now: Date, type: string, { kind, id, ...rest }: SandboxObject) {
  const customer = 'customerId' in rest ? rest.customerId : id
  const object = { kind: kindsInEvents[kind] ?? kind, id, customer }
  const event = { id: `evt_sandbox_${newId()}`, type, created: now.toISOString(), data: { object } }
  // In no queue: nobody may count on the order in which events come.
  await addJob(db, deliverEventJob, { text: JSON.stringify(event) })
}

/** Does all that falls due until then, each at its own instant and one after another. */
export async function runDue(box: Box, until: Date): Promise<void> {
  for (let due = await firstDue(box.db, until); due; due = await firstDue(box.db, until))
    await takeStep(box.at(due.at), due.object)
}

function takeStep(box: Box, object: SandboxObject): Promise<void> {
  if (object.kind === 'SESSION') return box.save({ ...object, status: 'EXPIRED' }, 'checkout.expired')
  if (object.kind !== 'SUBSCRIPTION') throw new Error(`nothing is ever due about the ${object.kind} ${object.id}`)
  if (object.unpaid && retryAt(object)) {
    const { tries } = object.unpaid
    return retryUnpaid(box, { ...object, unpaid: { ...object.unpaid, tries: tries + 1 } })
  }
  // A month that was never paid for is not followed by another.
  if (object.status === 'PAST_DUE' || object.cancelAtPeriodEnd) return endNow(box, object)
  return renew(box, object)
}

async function renew(box: Box, subscription: SandboxSubscription): Promise<void> {
  const { nextPlan, ...present } = subscription
  const plan = nextPlan ?? present.plan
  const next: SandboxSubscription = { ...present, plan, period: present.period + 1 }
  const invoice: SandboxInvoice = {
    ...{ kind: 'INVOICE', id: box.idOf('INVOICE', `${next.id} ${next.period}`) },
    ...{ customerId: next.customerId, subscriptionId: next.id, reason: 'RENEWAL', status: 'PAID' },
    ...{ plan, amount: plan.price, discount: 0, at: box.now },
    ...periodOf(next),
  }
  const { failure, ...paid } = await chargeOnFile(box, next.customerId, plan.price)
  if (!failure) {
    await box.save(next, 'subscription.renewed')
    return box.save({ ...invoice, ...paid }, 'invoice.paid')
  }
  const unpaid = { invoiceId: invoice.id, failedAt: box.now, tries: 1 }
  await box.save({ ...next, status: 'PAST_DUE', unpaid }, 'subscription.past_due')
  await box.save({ ...invoice, status: 'FAILED', failure }, 'invoice.failed')
}

type Charged = { failure: string; paidAt?: never } | { failure?: never; paidAt: Date; paidWith?: Card }

export async function chargeOnFile(box: Box, customerId: string, amount: number): Promise<Charged> {
  const card = cardOnFile(await box.find('CUSTOMER', customerId))
  if (amount === 0) return { paidAt: box.now }
  const failure = refusalOnFile(card)
  return failure ? { failure } : { paidAt: box.now, ...(card && { paidWith: card }) }
}

export async function retryUnpaid(box: Box, subscription: SandboxSubscription): Promise<void> {
  const { unpaid, ...rest } = subscription
  if (!unpaid) return
  const { failure: _, ...invoice } = await box.find('INVOICE', unpaid.invoiceId)
  const { failure, ...paid } = await chargeOnFile(box, rest.customerId, invoice.amount)
  if (failure) {
    await box.save(subscription)
    return box.save({ ...invoice, failure }, 'invoice.failed')
  }
  await box.save({ ...rest, status: 'ACTIVE' }, 'subscription.changed')
  await box.save({ ...invoice, status: 'PAID', ...paid }, 'invoice.paid')
}

/** Ends a subscription; what is unpaid of it is no longer asked for. */
export async function endNow(box: Box, subscription: SandboxSubscription): Promise<void> {
  const { unpaid, nextPlan: _, ...rest } = subscription
  const endReason = unpaid ? 'PAYMENT_FAILED' : 'CANCELLED'
  await box.save({ ...rest, status: 'INACTIVE', endedAt: box.now, endReason }, 'subscription.ended')
  await changeOver(box, rest.customerId)
  if (!unpaid) return
  await box.save({ ...(await box.find('INVOICE', unpaid.invoiceId)), status: 'VOID' }, 'invoice.voided')
}

/** The card of the subscription that is left is on file from now on. */
async function changeOver(box: Box, customerId: string): Promise<void> {
  for (const { card, ...left } of await liveOf(box.db, customerId)) {
    if (!card) continue
    await box.save({ ...(await box.find('CUSTOMER', customerId)), card }, 'customer.card_changed')
    return box.save(left)
  }
}
