import type { AdminApiKey, Revocation } from '@dooryard/contract/admin-api-keys'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { revokedMail } from '../../platform/mail/templates/integrations.ts'
import { findMailRecipient } from '../../platform/owners.queries.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { lockKeys, updateKey } from './api-keys.queries.ts'
import { findAnyKey } from './everybodys-keys.queries.ts'
import { anyKey, stateOf } from './everybodys-keys.ts'

/**
 * Revokes a key of anybody for good, as an administrator decides: it opens nothing from then on, and its owner is told
 * why by mail, unless the account is closed. CONFLICT where it was revoked already.
 */
export const revokeAnyKey = (ctx: Context, id: string, { reason }: Revocation): Promise<AdminApiKey> =>
  inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    const found = await findAnyKey(db, id)
    if (!found) throw notFound('This API key')
    await lockKeys(db, found.userId)
    // As it is now that nobody else changes it.
    const key = (await findAnyKey(db, id)) ?? found
    const state = stateOf(key, clock.now())
    if (state === 'REVOKED') throw appError('CONFLICT', 'This API key was revoked already.')
    const revokedAt = clock.now()
    await updateKey(db, id, { revokedAt })
    const { userId, name, prefix } = key
    const reader = await findMailRecipient(db, userId)
    if (reader) await queueMail(inside, revokedMail(inside, reader, { name, prefix, revokedAt, why: reason }))
    const shown = await anyKey(inside, id)
    await audit(inside, {
      action: 'api_key.revoked',
      object: { type: 'api_key', id },
      before: { state, name, prefix },
      after: { state: shown.state, user: userId },
      reason,
    })
    return shown
  })
