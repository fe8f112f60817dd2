import type { Order } from '@dooryard/contract/order'
import type { ScrubSummary } from '@dooryard/contract/order-files'
import { campaignTypes, type ScrubResult } from '@dooryard/contract/vocabularies'
import type { Context, Services } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { formatNumber, plural } from '../../platform/format.ts'
import { addJob } from '../../platform/jobs.ts'
import { announce } from '../../platform/live/hub.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import { callableUntil, scrubPlan, scrubSummary } from '../dnc/index.ts'
import { checkContacts, contactsBetween, type ScrubResults, withResults } from './check-contacts.ts'
import { lastRank, updateContacts } from './leads.queries.ts'
import { orderTopic, tellOfOrder } from './move-order.ts'
import { insertNotice, type NewVersion, noteAgain } from './order-files.queries.ts'
import { behindFence, type Fenced, runFenced } from './order-task.ts'
import { chosenColumns, countFailure, findOrder, lockOrder, type OrderRow, updateOrder } from './orders.queries.ts'
import { type OrderPlace, ownOrder, readableOrderRow } from './own-order.ts'
import { refuseWithoutRegistry } from './place-order.ts'
import { beginRefresh, refreshingWithoutJob } from './steps.queries.ts'
import { recordVersion, writeVersion } from './write-version.ts'

/** A call while a recheck is in progress joins it. UNPROCESSABLE without numbers or lists, CONFLICT before delivery. */
export const refreshDnc = (ctx: Context, place: OrderPlace): Promise<Order> =>
  inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    const { id, campaignType, internalStatus } = await readableOrderRow(inside, place)
    if (campaignType !== 'CALL_READY')
      throw appError('UNPROCESSABLE', 'This order has no phone numbers that could be checked.')
    if (internalStatus !== 'READY') throw appError('CONFLICT', 'Only a completed order can be checked again.')
    // Two calls at once take turns here, and the second finds the check of the first.
    await lockOrder(db, id)
    if (await beginRefresh(db, id, clock.now())) {
      await refuseWithoutRegistry(inside)
      await addRefreshJob(db, id)
      await announce(db, orderTopic(id))
    }
    return ownOrder(inside, place)
  })

export const refreshDncJob = 'refresh-dnc'

const tries = 5
const gaveUp = 'The numbers could not be checked again. The file from before stands; please try again later.'

export const addRefreshJob = (db: Db, orderId: string): Promise<void> =>
  addJob(db, refreshDncJob, { orderId }, { jobKey: `refresh:${orderId}` })

/** The queue retries a failure with growing pauses; after the fifth the old version stands. */
export const runRefreshDnc = (services: Services) =>
  runFenced(services, {
    failed: 'the numbers of an order could not be checked again',
    work: (task) => recheckNumbers(services, task),
    settle: (task) => endAfterFailure(services, task),
  })

const endAfterFailure = (services: Services, task: Fenced): Promise<boolean> =>
  behindFence(services, task, async (inside) => {
    if ((await countFailure(inside.db, task.orderId)) < tries) return false
    await giveUp(inside, task.orderId)
    return true
  })

async function giveUp({ db, clock }: Services, orderId: string): Promise<void> {
  const order = await findOrder(db, orderId)
  if (!order?.refreshingSince) return
  await updateOrder(db, orderId, { refreshingSince: null, updatedAt: clock.now(), attemptFailures: 0 })
  const notice = { orderId, version: order.fileVersion, type: 'DNC_REFRESH_FAILED', at: clock.now() } as const
  await noteAgain(db, { ...notice, detail: gaveUp })
  await announce(db, orderTopic(orderId))
}

/** A recheck without a job gets a new one; one whose job has used up its attempts is given up. */
export async function rescueRefreshes(services: Services): Promise<void> {
  for (const { id, hasSpentJob } of await refreshingWithoutJob(services.db)) {
    services.log.warn({ orderId: id, hasSpentJob }, 'a check of numbers had no job')
    await inTransaction(services, async (inside) => {
      await lockOrder(inside.db, id)
      if (hasSpentJob) await giveUp(inside, id)
      else if ((await findOrder(inside.db, id))?.refreshingSince) await addRefreshJob(inside.db, id)
    })
  }
}

/** Results and file are replaced together: until then, and where it never comes to that, both are those of before. */
export async function recheckNumbers(services: Services, task: Fenced): Promise<void> {
  const order = await findOrder(services.db, task.orderId)
  if (!order?.refreshingSince) return
  const plan = await scrubPlan(services.db, { userId: order.userId, at: services.clock.now() })
  const results = new Map<string, ScrubResult>()
  for await (const checked of checkContacts(services, { orderId: order.id, plan, after: 0 }))
    for (const [number, result] of checked.results) results.set(number, result)
  const scrub = scrubSummary(plan, results)
  const version = await writeVersion(services, {
    ...task,
    userId: order.userId,
    version: order.fileVersion + 1,
    campaignType: campaignTypes.schema.parse(order.campaignType),
    columns: chosenColumns(order),
    scrub,
    results,
  })
  await recordVersion(services, task, version, async (inside) => {
    await keepResults(inside, order.id, results)
    await complete(inside, order, version, scrub)
  })
}

async function keepResults({ db }: Services, orderId: string, results: ScrubResults): Promise<void> {
  for await (const leads of contactsBetween(db, orderId, 0, await lastRank(db, orderId)))
    await updateContacts(db, orderId, withResults(leads, results))
}

async function complete(inside: Services, order: OrderRow, version: NewVersion, scrub: ScrubSummary) {
  const { db, clock } = inside
  const at = clock.now()
  const checkedAt = new Date(scrub.checkedAt)
  await updateOrder(db, order.id, {
    ...{ fileVersion: version.version, fileKey: version.fileKey, attemptFailures: 0, updatedAt: checkedAt },
    ...{ dncCheckedAt: checkedAt, expiresAt: callableUntil(scrub), expiredAt: null, refreshingSince: null },
  })
  const callable = version.callableLeads ?? 0
  const detail = `${plural(callable, 'lead')} of ${formatNumber(version.leads)} can be called`
  await insertNotice(db, { orderId: order.id, version: version.version, type: 'DNC_REFRESHED', at, detail })
  await announce(db, orderTopic(order.id))
  const told = { orderId: order.id, userId: order.userId, fileVersion: version.version, callableLeads: callable }
  await tellOfOrder(inside, 'order.dnc_refreshed', told)
}
