import { audit } from '../../platform/audit.ts'
import type { Services } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { failingMail, goneMail } from '../../platform/mail/templates/integrations.ts'
import { findMailRecipient } from '../../platform/owners.queries.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { endSome } from './attempts.queries.ts'
import { type Disabling, nextTry, type Outcome, type Standing, standingAfter } from './outcome-rules.ts'
import {
  disable,
  endAttempts,
  type Held,
  lockHeld,
  lockStanding,
  recordQuickly,
  setStanding,
} from './outcomes.queries.ts'
import { objectOf } from './webhook-access.ts'

type Verdict = { before: Held; after: Standing & { disabling: Disabling | null } }

/** What is no longer leased to us is another's to tell, and changes nothing. */
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

/** Only what was answered since the webhook was last changed counts. */
function verdictOn(before: Held, outcomes: readonly Outcome[]): Verdict {
  const { id, version, isTold } = before
  const its = outcomes.filter((outcome) => isTold && outcome.webhookId === id && outcome.version === version)
  return { before, after: standingAfter(before, its) }
}

const hasChanged = (before: Standing, after: Standing) =>
  before.failingSince?.getTime() !== after.failingSince?.getTime() ||
  before.lastTimeoutAt?.getTime() !== after.lastTimeoutAt?.getTime()

function following(outcome: Outcome, verdict: Verdict | undefined) {
  const at = verdict?.before.isTold && !verdict.after.disabling ? nextTry(outcome) : null
  return at && { id: newId(), at }
}

const why = {
  GONE: 'Not sent: the endpoint answered 410 Gone, and the webhook was disabled.',
  FAILING: 'Not sent: the webhook was disabled, since it took nothing for days.',
} as const

async function disableWebhook(inside: Services, webhookId: string, disabling: Disabling): Promise<void> {
  const { db } = inside
  const webhook = await disable(db, webhookId, disabling)
  await endSome(db, webhookId, { at: disabling.at, error: why[disabling.reason] })
  const reader = await findMailRecipient(db, webhook.userId)
  const mailOf = disabling.reason === 'GONE' ? goneMail : failingMail
  if (reader) await queueMail(inside, mailOf(inside, reader, webhook))
  await audit(inside, {
    action: 'webhook.disabled',
    object: objectOf(webhookId),
    after: { disabledReason: disabling.reason },
  })
}
