import type { Services } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { disableWebhook } from './disable-webhook.ts'
import { type Disabling, nextTry, type Outcome, type Standing, standingAfter } from './outcome-rules.ts'
import { endAttempts, type Held, lockHeld, lockStanding, recordQuickly, setStanding } from './outcomes.queries.ts'

type Verdict = { before: Held; after: Standing & { disabling: Disabling | null } }

/**
 * Records how attempts ended, with what follows: the next try, or a webhook that is told no more and its owner a mail.
 * What is no longer leased to us is another's to tell, and changes nothing.
 */
export const recordOutcomes = (services: Services, outcomes: readonly Outcome[]): Promise<void> =>
  inTransaction(services, async (inside) => {
    const { db } = inside
    await recordQuickly(db)
    const standings = await lockStanding(db, [...new Set(outcomes.map(({ webhookId }) => webhookId))])
    const held = new Set(await lockHeld(db, outcomes))
    const ours = outcomes.filter(({ id }) => held.has(id))
    if (ours.length === 0) return
    const verdicts = new Map(standings.map((before) => [before.id, verdictOn(before, ours)]))
    await endAttempts(
      db,
      ours.map((outcome) => ({ ...outcome, next: following(outcome, verdicts.get(outcome.webhookId)) })),
    )
    for (const { before, after } of verdicts.values())
      if (hasChanged(before, after)) await setStanding(db, before.id, after)
    // Last, for each has an entry in the audit log.
    for (const { before, after } of verdicts.values())
      if (after.disabling) await disableWebhook(inside, before.id, after.disabling)
  })

/** What a webhook is by what it answered since it was last changed: the one before it says nothing of it. */
function verdictOn(before: Held, outcomes: readonly Outcome[]): Verdict {
  const { id, version, isTold } = before
  const its = outcomes.filter((outcome) => isTold && outcome.webhookId === id && outcome.version === version)
  return { before, after: standingAfter(before, its) }
}

const hasChanged = (before: Standing, after: Standing) =>
  before.failingSince?.getTime() !== after.failingSince?.getTime() ||
  before.hungAt?.getTime() !== after.hungAt?.getTime()

/** The attempt after one that failed; none to a webhook that is told no more. */
function following(outcome: Outcome, verdict: Verdict | undefined) {
  const at = verdict?.before.isTold && !verdict.after.disabling ? nextTry(outcome) : null
  return at && { id: newId(), at }
}
