import {
  type DoNotCallRemoval,
  maxContactResultsPerLead,
  type NewContactResult,
} from '@dooryard/contract/leads/contact-results'
import type { LeadActivity } from '@dooryard/contract/orders/lead-board'
import type { Contact } from '@dooryard/contract/orders/leads'
import type { Context, TransactionContext } from '../../../../platform/context.ts'
import { appError, notFound } from '../../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../../platform/postgres/database.ts'
import { newId } from '../../../../platform/util/ids.ts'
import { changeInternalList, findInternalLists } from '../../../dnc/index.ts'
import { presentActivity } from '../../read/present-order.ts'
import { countActivity, findActivity, type OrderLeadRef } from '../lead-activity.queries.ts'
import { lockLeadForWriting, requireOwnedLead } from '../lead-board.ts'
import { deleteContactResult, insertContactResult, markPhone } from './contact-results.queries.ts'

/**
 * Logs the result of a call of one of the lead's phones. `DO_NOT_CALL` adds the number to the user's internal list and
 * marks it in all their leads, in the same transaction. Not within a transaction. NOT_FOUND for other users' leads,
 * CONFLICT while another change or import keeps the list.
 */
export async function addContactResult(
  ctx: Context,
  ref: OrderLeadRef,
  added: NewContactResult,
): Promise<LeadActivity> {
  await requirePhone(ctx, ref, added.phone)
  const id = newId(ctx.clock.now().getTime())
  const { userId } = ctx.actor
  if (added.result === 'DO_NOT_CALL')
    await changeInternalList(ctx, userId, {
      ...{ add: [added.phone], remove: [] },
      reason: 'Logged as the result of a call on a lead',
      within: async (tx) => {
        await recordResult(tx, ref, { ...added, id })
        const from = ['CLEAN', 'NOT_SCRUBBED']
        await markPhone(tx.db, { userId, phone: added.phone, from, to: 'INTERNAL_DNC' })
      },
    })
  else await inTransaction(ctx, (tx) => recordResult(tx, ref, { ...added, id }))
  return presentActivity(await findActivity(ctx.db, id), userId)
}

type IdentifiedResult = NewContactResult & { id: string }

async function recordResult(tx: TransactionContext, ref: OrderLeadRef, { id, phone, result, note }: IdentifiedResult) {
  const { db, actor, clock } = tx
  await lockLeadForWriting(tx, ref)
  if ((await countActivity(db, ref, 'CONTACT')).count >= maxContactResultsPerLead)
    throw appError('UNPROCESSABLE', `A lead has no more than ${maxContactResultsPerLead} results. Delete one first.`)
  const { orderId, propertyId } = ref
  const actorId = actor.impersonator?.userId ?? actor.userId
  await insertContactResult(db, {
    ...{ id, orderId, propertyId, phone, result },
    ...{ text: note || null, actorId, at: clock.now() },
  })
}

async function requirePhone(ctx: Context, ref: OrderLeadRef, phone: string): Promise<void> {
  const { contacts } = await requireOwnedLead(ctx, ref)
  // Written only by the trace and scrub steps.
  const known = (contacts as Contact[] | null) ?? []
  if (!known.some(({ type, value }) => type === 'PHONE' && value === phone))
    throw appError('UNPROCESSABLE', 'This lead has no such phone number.')
}

/** Deletes a result. A number that it put on the internal do-not-call list stays there. */
export async function removeContactResult(
  ctx: Context,
  { resultId, ...ref }: OrderLeadRef & { resultId: string },
): Promise<undefined> {
  await requireOwnedLead(ctx, ref)
  if (!(await deleteContactResult(ctx.db, ref, resultId))) throw notFound('This result')
}

/**
 * Takes a number off the user's internal list. It counts as unchecked until an order checks it again. UNPROCESSABLE
 * for a number that is not on it, such as one of the platform's list.
 */
export async function allowCalls(
  ctx: Context,
  ref: OrderLeadRef,
  { phone, reason }: DoNotCallRemoval,
): Promise<undefined> {
  await requirePhone(ctx, ref, phone)
  const { userId } = ctx.actor
  const listed = await findInternalLists(ctx, userId, phone)
  const isBarred = listed.has('PLATFORM')
  if (!listed.has('YOURS')) throw appError('UNPROCESSABLE', isBarred ? onPlatformList : onNoOwnList)
  await changeInternalList(ctx, userId, {
    ...{ add: [], remove: [phone], reason },
    within: async ({ db }) => {
      if (!isBarred) await markPhone(db, { userId, phone, from: ['INTERNAL_DNC'], to: 'NOT_SCRUBBED' })
    },
  })
}

const onPlatformList = 'This number is on our do-not-call list, not on yours, so you cannot take it off.'
const onNoOwnList =
  'This number is not on your do-not-call list. An order has to check it again before you may call it.'
