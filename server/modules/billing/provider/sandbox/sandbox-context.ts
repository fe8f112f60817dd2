import { createHmac } from 'node:crypto'
import type { Services } from '../../../../platform/context.ts'
import { appError, notFound } from '../../../../platform/errors/app-error.ts'
import { addJob } from '../../../../platform/jobs/jobs.ts'
import { type Db, inTransaction } from '../../../../platform/postgres/database.ts'
import { newId } from '../../../../platform/util/ids.ts'
import {
  findFirstDue,
  findObject,
  getClockOffset,
  listLiveSubscriptions,
  lockClock,
  saveObject,
} from './sandbox.queries.ts'
import type {
  Card,
  SandboxInvoice,
  SandboxKind,
  SandboxObject,
  SandboxObjectByKind,
  SandboxSubscription,
} from './sandbox-objects.ts'
import { getCardOnFile, getCardRefusal, getPeriod, getRetryDate } from './sandbox-rules.ts'

export const deliverEventJob = 'deliver-sandbox-event'

/** The sandbox at an instant of its clock, as seen by the holder of its lock. */
export type SandboxContext = {
  db: Db
  now: Date
  at: (instant: Date) => SandboxContext
  /** How far the sandbox clock is ahead of the portal's. */
  offsetMs: number
  deriveId: DeriveId
  find: <Kind extends SandboxKind>(kind: Kind, id: string) => Promise<SandboxObjectByKind<Kind>>
  /** Saves an object, and queues an event if a type is given. */
  save: (object: SandboxObject, event?: string) => Promise<void>
}

const prefixes = { CUSTOMER: 'cus', SESSION: 'cs', SUBSCRIPTION: 'sub', INVOICE: 'in', PAYMENT: 'py' }

const eventKinds: Partial<Record<SandboxKind, string>> = { CUSTOMER: 'OTHER', SESSION: 'CHECKOUT' }

type DeriveId = (kind: SandboxKind, cause: string) => string

/**
 * Derives the id of an object from its cause: always the same, so that nothing is created twice, and unguessable,
 * since knowing a session id allows paying the session.
 */
const createIdDeriver =
  ({ secrets }: Pick<Services, 'secrets'>): DeriveId =>
  (kind, cause) => {
    const hash = createHmac('sha256', secrets.derive('sandbox ids')).update(`${kind} ${cause}`).digest('hex')
    return `${prefixes[kind]}_sandbox_${hash.slice(0, 32)}`
  }

export const sandboxNow = async ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<Date> =>
  new Date(clock.now().getTime() + (await getClockOffset(db)))

export async function requireSandboxObject<Kind extends SandboxKind>(db: Db, kind: Kind, id: string) {
  const object = await findObject(db, kind, id)
  if (!object) throw notFound(kind === 'SESSION' ? 'The purchase' : `The sandbox's ${kind.toLowerCase()} ${id}`)
  return object
}

/**
 * Runs one operation in the sandbox: its changes and their events commit together. All operations wait for one lock,
 * and whatever has fallen due runs first, so that everything happens once and in order of time.
 */
export const withSandboxLock = <T>(services: Services, work: (sandbox: SandboxContext) => Promise<T>): Promise<T> =>
  inTransaction(services, async ({ db, clock }) => {
    const { offsetMs, dueUntil, writesHistory } = await lockClock(db)
    const now = new Date(clock.now().getTime() + offsetMs)
    const deriveId = createIdDeriver(services)
    const at = (instant: Date): SandboxContext => ({
      db,
      now: instant,
      at,
      offsetMs,
      deriveId,
      find: (kind, id) => requireSandboxObject(db, kind, id),
      save: async (object, event) => {
        await saveObject(db, object, instant)
        if (event) await queueEvent(db, instant, event, object)
      },
    })
    const sandbox = at(now)
    // What falls due in a history is dated by the connection that writes it.
    if (dueUntil === null) await runDueSteps(sandbox, now)
    else if (writesHistory) await runDueSteps(sandbox, dueUntil < now ? dueUntil : now)
    return work(sandbox)
  })

/** For what people buy and change: refused in the present while a history is written, which goes on from what it left. */
export const withOpenSandbox = <T>(services: Services, work: (sandbox: SandboxContext) => Promise<T>): Promise<T> =>
  withSandboxLock(services, async (sandbox) => {
    await assertHistoryWritten(sandbox.db)
    return work(sandbox)
  })

export async function assertHistoryWritten(db: Db): Promise<void> {
  const { dueUntil, writesHistory } = await lockClock(db)
  if (dueUntil !== null && !writesHistory)
    throw appError('CONFLICT', 'The history of the demo is still being written. Try again in a minute.')
}

async function queueEvent(db: Db, now: Date, type: string, { kind, id, ...rest }: SandboxObject) {
  const customer = 'customerId' in rest ? rest.customerId : id
  const object = { kind: eventKinds[kind] ?? kind, id, customer }
  const event = { id: `evt_sandbox_${newId()}`, type, created: now.toISOString(), data: { object } }
  // The job has no queue name, so events may arrive in any order: nothing may rely on it.
  await addJob(db, deliverEventJob, { text: JSON.stringify(event) })
}

/** Runs everything that falls due until then, each step at its own instant and one after another. */
export async function runDueSteps(sandbox: SandboxContext, until: Date): Promise<void> {
  for (let due = await findFirstDue(sandbox.db, until); due; due = await findFirstDue(sandbox.db, until))
    await runStep(sandbox.at(due.at), due.object)
}

function runStep(sandbox: SandboxContext, object: SandboxObject): Promise<void> {
  if (object.kind === 'SESSION') return sandbox.save({ ...object, status: 'EXPIRED' }, 'checkout.expired')
  if (object.kind !== 'SUBSCRIPTION') throw new Error(`nothing is ever due about the ${object.kind} ${object.id}`)
  if (object.unpaid && getRetryDate(object)) {
    const { tries } = object.unpaid
    return retryUnpaid(sandbox, { ...object, unpaid: { ...object.unpaid, tries: tries + 1 } })
  }
  // An unpaid month is not followed by another.
  if (object.status === 'PAST_DUE' || object.cancelAtPeriodEnd) return endSubscriptionNow(sandbox, object)
  return renew(sandbox, object)
}

async function renew(sandbox: SandboxContext, subscription: SandboxSubscription): Promise<void> {
  const { nextPlan, ...present } = subscription
  const plan = nextPlan ?? present.plan
  const next: SandboxSubscription = { ...present, plan, period: present.period + 1 }
  const invoice: SandboxInvoice = {
    ...{ kind: 'INVOICE', id: sandbox.deriveId('INVOICE', `${next.id} ${next.period}`) },
    ...{ customerId: next.customerId, subscriptionId: next.id, reason: 'RENEWAL', status: 'PAID' },
    ...{ plan, amount: plan.price, discount: 0, at: sandbox.now },
    ...getPeriod(next),
  }
  const { failure, ...paid } = await chargeOnFile(sandbox, next.customerId, plan.price)
  if (!failure) {
    await sandbox.save(next, 'subscription.renewed')
    return sandbox.save({ ...invoice, ...paid }, 'invoice.paid')
  }
  const unpaid = { invoiceId: invoice.id, failedAt: sandbox.now, tries: 1 }
  await sandbox.save({ ...next, status: 'PAST_DUE', unpaid }, 'subscription.past_due')
  await sandbox.save({ ...invoice, status: 'FAILED', failure }, 'invoice.failed')
}

type ChargeResult = { failure: string; paidAt?: never } | { failure?: never; paidAt: Date; paidWith?: Card }

export async function chargeOnFile(sandbox: SandboxContext, customerId: string, amount: number): Promise<ChargeResult> {
  const card = getCardOnFile(await sandbox.find('CUSTOMER', customerId))
  if (amount === 0) return { paidAt: sandbox.now }
  const failure = getCardRefusal(card)
  return failure ? { failure } : { paidAt: sandbox.now, ...(card && { paidWith: card }) }
}

export async function retryUnpaid(sandbox: SandboxContext, subscription: SandboxSubscription): Promise<void> {
  const { unpaid, ...rest } = subscription
  if (!unpaid) return
  const { failure: _, ...invoice } = await sandbox.find('INVOICE', unpaid.invoiceId)
  const { failure, ...paid } = await chargeOnFile(sandbox, rest.customerId, invoice.amount)
  if (failure) {
    await sandbox.save(subscription)
    return sandbox.save({ ...invoice, failure }, 'invoice.failed')
  }
  await sandbox.save({ ...rest, status: 'ACTIVE' }, 'subscription.changed')
  await sandbox.save({ ...invoice, status: 'PAID', ...paid }, 'invoice.paid')
}

/** Ends a subscription; its unpaid invoice is voided. */
export async function endSubscriptionNow(sandbox: SandboxContext, subscription: SandboxSubscription): Promise<void> {
  const { unpaid, nextPlan: _, ...rest } = subscription
  const endReason = unpaid ? 'PAYMENT_FAILED' : 'CANCELLED'
  await sandbox.save({ ...rest, status: 'INACTIVE', endedAt: sandbox.now, endReason }, 'subscription.ended')
  await switchCardOnFile(sandbox, rest.customerId)
  if (!unpaid) return
  await sandbox.save({ ...(await sandbox.find('INVOICE', unpaid.invoiceId)), status: 'VOID' }, 'invoice.voided')
}

/** Puts the card of the remaining subscription on file. */
async function switchCardOnFile(sandbox: SandboxContext, customerId: string): Promise<void> {
  for (const { card, ...left } of await listLiveSubscriptions(sandbox.db, customerId)) {
    if (!card) continue
    await sandbox.save({ ...(await sandbox.find('CUSTOMER', customerId)), card }, 'customer.card_changed')
    return sandbox.save(left)
  }
}
