import { randomBytes } from 'node:crypto'
import { secretOverlapHours } from '@dooryard/contract/limits'
import { hourMs } from '@dooryard/contract/time'
import type { WebhookSecret } from '@dooryard/contract/webhooks'
import { audit } from '../../platform/audit.ts'
import { type Context, ownScope } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { seal, unseal } from '../../platform/sealed.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { overlapOf } from './present-webhook.ts'
import { type PreviousSecrets, stillSigning } from './previous-secrets-rules.ts'
import { objectOf, requireLocked } from './webhook-access.ts'
import { updateWebhook } from './webhooks.queries.ts'

const purpose = 'webhook secret'
const overlapMs = secretOverlapHours * hourMs

/** A receiver looks at each signature of a header, which is to stay short. */
const mostPreviousSecrets = 3

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

export const sealSecret = (secrets: Secrets, secret: string): string => seal(secrets, purpose, secret)

export const openSecret = (secrets: Secrets, sealed: string): string => String(unseal(secrets, purpose, sealed))

export const showSecret = (ctx: Context, id: string): Promise<WebhookSecret> =>
  inTransaction(ctx, async (inside) => {
    const row = await requireLocked(inside, ownScope(inside), id)
    await audit(inside, { action: 'webhook.secret_shown', object: objectOf(id) })
    return { secret: openSecret(inside.secrets, row.secret), ...overlapOf(row, inside.clock.now()) }
  })

/** The one before signs beside the new one for a day. CONFLICT where as many do as can. */
export const regenerateSecret = (ctx: Context, id: string): Promise<WebhookSecret> =>
  inTransaction(ctx, async (inside) => {
    const { db, clock, secrets } = inside
    const row = await requireLocked(inside, ownScope(inside), id)
    const secret = newSecret()
    const at = clock.now()
    const signing = stillSigning(row.previousSecrets, at)
    if (signing.length >= mostPreviousSecrets) throw tooSoon(signing)
    const previous = [{ sealed: row.secret, until: new Date(at.getTime() + overlapMs).toISOString() }, ...signing]
    const change = { secret: sealSecret(secrets, secret), previousSecrets: JSON.stringify(previous) }
    await updateWebhook(db, id, { ...change, updatedAt: at })
    await audit(inside, { action: 'webhook.secret_regenerated', object: objectOf(id) })
    return { secret, ...overlapOf({ previousSecrets: previous }, at) }
  })

function tooSoon(signing: PreviousSecrets) {
  const retryAt = signing.map(({ until }) => until).toSorted()[0]
  return appError(
    'CONFLICT',
    `This webhook had ${mostPreviousSecrets} new secrets within ${secretOverlapHours} hours, and each before them signs for ` +
      'as long. Make another once the first of them has ended.',
    { retryAt },
  )
}
