import type { BoardLead } from '@dooryard/contract/lead-board'
import type { LeadChange } from '@dooryard/contract/leads'
import { leadStages } from '@dooryard/contract/vocabularies'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { insertMove, type LeadPlace } from './lead-activity.queries.ts'
import { lockStage, setStage } from './lead-board.queries.ts'
import { ownLead } from './lead-board.ts'
import { presentBoardLead } from './present-lead.ts'

/**
 * Moves a lead that was delivered to the actor to a stage, and notes it with who really did it. One that is there already
 * stays as it is. NOT_FOUND for any other.
 */
export const moveLead = (ctx: Context, place: LeadPlace, { stage: to }: LeadChange): Promise<BoardLead> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    const { orderId, propertyId } = place
    const locked = await lockStage(db, actor.userId, orderId, propertyId)
    if (!locked) throw notFound('This lead')
    const from = leadStages.schema.parse(locked.stage)
    if (from !== to) {
      const at = clock.now()
      const actorId = actor.impersonator?.userId ?? actor.userId
      await setStage(db, orderId, propertyId, to, at)
      await insertMove(db, { id: newId(at.getTime()), orderId, propertyId, from, to, actorId, at })
    }
    return presentBoardLead(await ownLead(inside, place), clock.now())
  })
