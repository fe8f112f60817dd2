import { type AddedPasskey, maxPasskeys, type NewPasskey, type Passkey } from '@dooryard/contract/identity/passkeys'
import { verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { passkeyAddedMail, secondFactorRemovedMail } from '../../../platform/mail/templates/second-factor.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { toCallersPortal } from '../../../platform/util/portal-address.ts'
import { proveOwner } from '../passwords/prove-owner.ts'
import { findSecondFactor } from '../second-factor/second-factors.queries.ts'
import { beginWithFactor, cleanUpAfterRemoval } from '../second-factor/set-up-totp.ts'
import { confirmSession } from '../sessions/sessions.queries.ts'
import { sessionEndedError } from '../sessions/sessions.ts'
import { lockUser } from '../users/users.queries.ts'
import {
  type ChallengePurpose,
  consumeChallenge,
  createChallenge,
  isChallengeValid,
  passkeyChallengeLifeMs,
} from './challenges.ts'
import {
  deletePasskey,
  insertPasskey,
  listPasskeysOfUser,
  type PasskeyRow,
  updatePasskeyName,
} from './passkeys.queries.ts'
import { getRelyingParty } from './relying-party.ts'
import { toDescriptor } from './verify-assertion.ts'

/** EdDSA, ES256 and RS256, which cover all authenticators in use, the preferred one first. */
const algorithms = [-8, -7, -257]

const authenticatorSelection = {
  residentKey: 'required',
  requireResidentKey: true,
  userVerification: 'required',
} as const

/** The session has given the password or confirmed a factor; others of the user have not. */
const toPurpose = ({ actor }: Context): ChallengePurpose => ({ purpose: 'CREATE', of: actor.sessionId })

export async function listPasskeys({ db, actor }: Context): Promise<{ items: Passkey[] }> {
  return { items: (await listPasskeysOfUser(db, actor.userId)).map(presentPasskey) }
}

/** VALIDATION without the password where it is needed, UNPROCESSABLE for a wrong one; CONFLICT when the user has as many as there may be. */
export async function getCreationOptions(ctx: Context, proof: { password?: string | undefined }) {
  const { user, passkeys } = await inTransaction(ctx, lockUserWithRoom)
  await proveOwner(ctx, proof)
  const { id, name } = getRelyingParty(ctx)
  return {
    rp: { id, name },
    user: {
      id: Buffer.from(user.id).toString('base64url'),
      name: user.email,
      displayName: `${user.firstName} ${user.lastName}`,
    },
    challenge: createChallenge(ctx, toPurpose(ctx)),
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: passkeyChallengeLifeMs,
    excludeCredentials: passkeys.map(toDescriptor),
    authenticatorSelection,
    attestation: 'none' as const,
  }
}

/**
 * Also confirms the session, and ends all others with the first second factor. UNPROCESSABLE for a wrong or expired
 * response; CONFLICT for a known passkey, and for one too many.
 */
export async function addPasskey(ctx: Context, { name, credential }: NewPasskey): Promise<AddedPasskey> {
  const { challenge, created } = await verifyCreation(ctx, credential)
  return inTransaction(ctx, async (tx) => {
    const { user } = await lockUserWithRoom(tx)
    if (!(await consumeChallenge(tx, challenge))) throw wrongCreationError()
    const { methods } = await findSecondFactor(tx.db, user.id)
    const now = tx.clock.now()
    const row = { id: newId(), userId: user.id, ...created, name, createdAt: now }
    const passkey = await insertPasskey(tx.db, row)
    if (!passkey) throw appError('CONFLICT', 'This passkey is already added.')
    await confirmSession(tx.db, tx.actor.sessionId, now)
    const isFirst = methods.length === 0
    const recoveryCodes = isFirst ? await beginWithFactor(tx, user.id) : []
    await queueMail(tx, passkeyAddedMail(toCallersPortal(tx), user, { name, at: now, isFirst }))
    await audit(tx, { action: 'passkey.added', object: toObject(passkey), after: { name } })
    return { passkey: presentPasskey(passkey), recoveryCodes }
  })
}

async function verifyCreation(ctx: Context, credential: NewPasskey['credential']) {
  const { id: expectedRPID, origin: expectedOrigin } = getRelyingParty(ctx)
  let challenge = ''
  try {
    rejectCertificates(credential)
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: (given) => {
        challenge = given
        return isChallengeValid(ctx, toPurpose(ctx), given)
      },
      expectedOrigin,
      expectedRPID,
      supportedAlgorithmIDs: algorithms,
    })
    if (!verified) throw new Error('The attestation is not right')
    const { id: credentialId, publicKey, counter, transports = [] } = registrationInfo.credential
    const isSynced = registrationInfo.credentialBackedUp
    return { challenge, created: { credentialId, publicKey: Buffer.from(publicKey), counter, transports, isSynced } }
  } catch (error) {
    ctx.log.debug({ err: error }, 'A new passkey was refused')
    throw wrongCreationError()
  }
}

/**
 * A response may have certificates that nobody asked for. To see whether they are revoked, the library would call every
 * address that they name, also of this network. `none` has no certificates, nor has `packed` signed by the passkey itself.
 */
function rejectCertificates({ response }: NewPasskey['credential']) {
  const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
  const format = attestation.get('fmt')
  const isSignedByItself = format === 'packed' && attestation.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !isSignedByItself) throw new Error(`An attestation with certificates: ${format}`)
}

const wrongCreationError = () => appError('UNPROCESSABLE', 'The passkey could not be added. Please try again.')

/** Locks the user, so that of two who add the last one at once the second is refused. */
async function lockUserWithRoom({ db, actor }: Context) {
  const user = await lockUser(db, actor.userId)
  if (!user) throw sessionEndedError()
  const passkeys = await listPasskeysOfUser(db, user.id)
  if (passkeys.length >= maxPasskeys)
    throw appError('CONFLICT', `You have ${maxPasskeys} passkeys, the maximum. Remove one you no longer use.`)
  return { user, passkeys }
}

/** NOT_FOUND for another user's passkey. */
export const renamePasskey = (ctx: Context, passkeyId: string, { name }: { name: string }): Promise<Passkey> =>
  inTransaction(ctx, async (tx) => {
    const before = (await listPasskeysOfUser(tx.db, tx.actor.userId)).find(({ id }) => id === passkeyId)
    const passkey = await updatePasskeyName(tx.db, { id: passkeyId, userId: tx.actor.userId }, name)
    if (!before || !passkey) throw notFound('This passkey')
    if (before.name !== name)
      await audit(tx, {
        action: 'passkey.renamed',
        object: toObject(passkey),
        before: { name: before.name },
        after: { name },
      })
    return presentPasskey(passkey)
  })

/** With the last second factor, recovery codes go too. NOT_FOUND for another user's passkey. */
export const removePasskey = (ctx: Context, passkeyId: string): Promise<undefined> =>
  inTransaction(ctx, async (tx) => {
    const user = await lockUser(tx.db, tx.actor.userId)
    if (!user) throw sessionEndedError()
    const passkey = await deletePasskey(tx.db, { id: passkeyId, userId: user.id })
    if (!passkey) throw notFound('This passkey')
    const isLast = await cleanUpAfterRemoval(tx, user.id)
    const what = `the passkey “${passkey.name}”`
    await queueMail(tx, secondFactorRemovedMail(toCallersPortal(tx), user, { what, at: tx.clock.now(), isLast }))
    await audit(tx, { action: 'passkey.removed', object: toObject(passkey), before: { name: passkey.name } })
    return undefined
  })

const toObject = ({ id }: { id: string }) => ({ type: 'passkey', id })

const presentPasskey = ({ id, name, isSynced, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  isSynced,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString(),
})
