import type { ScrubSummary } from '@dooryard/contract/order-files'
import type { ScrubResult } from '@dooryard/contract/vocabularies'
import { campaignTypes, type FileColumn } from '@dooryard/contract/vocabularies'
import type { Services } from '../../platform/context.ts'
import { formatNumber, plural } from '../../platform/format.ts'
import { announce } from '../../platform/live/hub.ts'
import { callableUntil, scrubPlan, scrubSummary } from '../dnc/index.ts'
import { checkContacts, contactsBetween, type ScrubResults, withResults } from './check-contacts.ts'
import type { Fenced } from './fence.ts'
import { lastRank, updateContacts } from './lead-contacts.queries.ts'
import { orderTopic } from './move-order.ts'
import { insertNotice } from './order-files.queries.ts'
import { findOrder, type OrderRow } from './orders.queries.ts'
import { completeRefresh } from './refresh-dnc.queries.ts'
import { tellOfOrder } from './tell-of-order.ts'
import { type NewVersion, recordVersion, writeVersion } from './write-version.ts'

/**
 * Checks all numbers of an order's leads against the lists as they are now, and puts the next version of its file and
 * certificate in the place of the last. The results are kept together with that version: until then, and where it never
 * comes to that, the results and the file of before stand together. Whatever is cut off is done again as a whole. Does
 * nothing where no check is asked for.
 */
export async function recheckNumbers(services: Services, task: Fenced): Promise<void> {
  const order = await findOrder(services.db, task.orderId)
  if (!order?.refreshSince) return
  const plan = await scrubPlan(services.db, { userId: order.userId, at: services.clock.now() })
  const results = new Map<string, ScrubResult>()
  for await (const checked of checkContacts(services, { orderId: order.id, plan, after: 0 }))
    for (const [number, result] of checked.results) results.set(number, result)
  const scrub = scrubSummary(plan, results)
  const version = await writeVersion(services, {
    ...task,
    version: order.fileVersion + 1,
    campaignType: campaignTypes.schema.parse(order.campaignType),
    // Validated when the order was placed, and never changed since.
    columns: order.columns as FileColumn[] | null,
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
  const dates = { checkedAt: new Date(scrub.checkedAt), expiresAt: callableUntil(scrub) }
  await completeRefresh(db, order.id, { version: version.version, fileKey: version.fileKey, ...dates })
  const callable = version.callableLeads ?? 0
  const detail = `${plural(callable, 'lead')} of ${formatNumber(version.leads)} can be called`
  await insertNotice(db, { orderId: order.id, version: version.version, type: 'DNC_REFRESHED', at, detail })
  await announce(db, orderTopic(order.id))
  const told = { orderId: order.id, userId: order.userId, fileVersion: version.version, callableLeads: callable }
  await tellOfOrder(inside, 'order.dnc_refreshed', told)
}
