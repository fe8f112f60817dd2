import { randomBytes } from 'node:crypto'
import { secretOverlapHours } from '@dooryard/contract/api/limits'
import { hourMs } from '@dooryard/contract/api/time'
import type { WebhookSecret } from '@dooryard/contract/integrations/webhooks'
import { audit } from '../../../platform/audit.ts'
import { type Context, ownScope } from '../../../platform/context.ts'
import { decrypt, encrypt } from '../../../platform/crypto/encrypt.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { requireLockedWebhook, toWebhookObject } from '../webhook-access.ts'
import { updateWebhook } from '../webhooks.queries.ts'
import { getSecretOverlap } from './present-webhook.ts'
import { getActiveSecrets, type PreviousSecrets } from './previous-secrets-rules.ts'

const purpose = 'webhook secret'
const secretOverlapMs = secretOverlapHours * hourMs

/** Receivers check every signature in the header, which must stay short. */
const maxPreviousSecrets = 3

export const generateSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

export const encryptSecret = (secrets: Secrets, secret: string): string => encrypt(secrets, purpose, secret)

export const decryptSecret = (secrets: Secrets, encrypted: string): string =>
  String(decrypt(secrets, purpose, encrypted))

export const getWebhookSecret = (ctx: Context, id: string): Promise<WebhookSecret> =>
  inTransaction(ctx, async (tx) => {
    const row = await requireLockedWebhook(tx, ownScope(tx), id)
    await audit(tx, { action: 'webhook.secret_shown', object: toWebhookObject(id) })
    return { secret: decryptSecret(tx.secrets, row.secret), ...getSecretOverlap(row, tx.clock.now()) }
  })

/**
 * The previous secret keeps signing alongside the new one for a day. CONFLICT at the maximum number of previous
 * secrets.
 */
export const regenerateWebhookSecret = (ctx: Context, id: string): Promise<WebhookSecret> =>
  inTransaction(ctx, async (tx) => {
    const { db, clock, secrets } = tx
    const row = await requireLockedWebhook(tx, ownScope(tx), id)
    const secret = generateSecret()
    const at = clock.now()
    const signing = getActiveSecrets(row.previousSecrets, at)
    if (signing.length >= maxPreviousSecrets) throw tooManySecretsError(signing)
    const previous = [{ sealed: row.secret, until: new Date(at.getTime() + secretOverlapMs).toISOString() }, ...signing]
    const change = { secret: encryptSecret(secrets, secret), previousSecrets: JSON.stringify(previous) }
    await updateWebhook(db, id, { ...change, updatedAt: at })
    await audit(tx, { action: 'webhook.secret_regenerated', object: toWebhookObject(id) })
    return { secret, ...getSecretOverlap({ previousSecrets: previous }, at) }
  })

function tooManySecretsError(signing: PreviousSecrets) {
  const retryAt = signing.map(({ until }) => until).toSorted()[0]
  return appError(
    'CONFLICT',
    `This webhook had ${maxPreviousSecrets} new secrets within ${secretOverlapHours} hours, and each before them signs for ` +
      'as long. Make another once the first of them has ended.',
    { retryAt },
  )
}
