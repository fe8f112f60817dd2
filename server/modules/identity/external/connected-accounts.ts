import { minuteMs } from '@dooryard/contract/api/time'
import type { ConnectedAccount, ProviderAnswer, RedirectToProvider } from '@dooryard/contract/identity/external-sign-in'
import { ProviderId } from '@dooryard/contract/identity/external-sign-in'
import { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import type { Actor, Context, PublicContext } from '../../../platform/context.ts'
import { decrypt, encrypt } from '../../../platform/crypto/encrypt.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { providerConnectedMail, providerDisconnectedMail } from '../../../platform/mail/templates/sign-in.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { toCallersPortal } from '../../../platform/util/portal-address.ts'
import { proveOwner } from '../passwords/prove-owner.ts'
import { lockUser, type UserRow } from '../users/users.queries.ts'
import { ExternalPerson } from './claims.ts'
import { deleteIdentity, type IdentityRow, insertIdentity, selectIdentities } from './external.queries.ts'
import type { Providers } from './providers.ts'
import { createRequest, readAnswer } from './requests.ts'

const connectTokenLifetimeMs = 15 * minuteMs
const purpose = 'connect-token'

const PersonToConnect = z.object({ provider: ProviderId, person: ExternalPerson, expiresAt: z.iso.datetime() })
export type PersonToConnect = Pick<z.infer<typeof PersonToConnect>, 'provider' | 'person'>

/** Allows its holder to connect the person, whom their provider has just authenticated, for 15 minutes. */
export function issueConnectToken({ secrets, clock }: PublicContext, found: PersonToConnect): string {
  const expiresAt = new Date(clock.now().getTime() + connectTokenLifetimeMs).toISOString()
  return encrypt(secrets, purpose, { ...found, expiresAt } satisfies z.infer<typeof PersonToConnect>)
}

type OpenedToken = PersonToConnect & { issuedAt: Date }

/** UNPROCESSABLE for a token that is not ours or has expired. */
export function readConnectToken({ secrets, clock }: PublicContext, token: string): OpenedToken {
  const opened = PersonToConnect.safeParse(decryptOrNull(() => decrypt(secrets, purpose, token))).data
  const expiresAt = Date.parse(opened?.expiresAt ?? '')
  if (!opened || expiresAt <= clock.now().getTime())
    throw appError('UNPROCESSABLE', 'Connecting took too long. Please start again.')
  return { ...opened, issuedAt: new Date(expiresAt - connectTokenLifetimeMs) }
}

function decryptOrNull(open: () => unknown): unknown {
  try {
    return open()
  } catch {
    return null
  }
}

export const listConnectedAccounts = async (
  { db, actor }: Context,
  providers: Providers,
): Promise<{ items: ConnectedAccount[] }> => ({
  items: (await selectIdentities(db, actor.userId)).map((row) => presentIdentity(row, providers)),
})

function presentIdentity({ id, provider, email, createdAt, lastUsedAt }: IdentityRow, providers: Providers) {
  return {
    id,
    provider: providers.present(ProviderId.parse(provider)),
    email,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }
}

/** VALIDATION without the password where it is needed, UNPROCESSABLE for a wrong one. */
export async function startConnecting(
  ctx: Context,
  provider: ProviderId,
  proof: { password?: string | undefined },
  providers: Providers,
): Promise<RedirectToProvider> {
  const found = providers.get(provider)
  await proveOwner(ctx, proof)
  return createRequest(ctx, found, ctx.actor)
}

/** CONFLICT if an account is connected already. Any email will do: the user has signed in to both. */
export async function finishConnecting(
  ctx: Context,
  provider: ProviderId,
  answer: ProviderAnswer,
  providers: Providers,
): Promise<ConnectedAccount> {
  const person = await readAnswer(ctx, providers.get(provider), answer, ctx.actor)
  return connectActor(ctx, { provider, person }, providers)
}

/**
 * Connects the person of an unfinished sign-in once they have signed in to their account: the proof that it is theirs.
 * UNPROCESSABLE for another email, one that the provider does not vouch for, and a session that is older than the
 * unfinished sign-in.
 */
export async function connectAccount(
  ctx: Context,
  { connectToken }: { connectToken: string },
  providers: Providers,
): Promise<ConnectedAccount> {
  const found = readConnectToken(ctx, connectToken)
  return connectActor(ctx, found, providers, (user) => {
    const refusal = refuseToConnect(ctx.actor, user, found, providers.present(found.provider).name)
    if (refusal) throw appError('UNPROCESSABLE', `${refusal} You can connect it in your account settings.`)
  })
}

/** Why a person is not connected: neither an email nor a session alone must add a way to sign in. */
function refuseToConnect(
  { secondFactor }: Actor,
  user: UserRow,
  { person: { email, isEmailVerified }, issuedAt }: OpenedToken,
  provider: string,
): string | undefined {
  if (email?.toLowerCase() !== user.email.toLowerCase()) return `The email of your ${provider} account is another one.`
  if (!isEmailVerified) return `${provider} does not vouch for your email.`
  if (!secondFactor || secondFactor.confirmedAt < issuedAt)
    return `You have not signed in since you came from ${provider}.`
  return undefined
}

const connectActor = (
  ctx: Context,
  found: PersonToConnect,
  providers: Providers,
  check: (user: UserRow) => void = () => {},
): Promise<ConnectedAccount> =>
  inTransaction(ctx, async (tx) => {
    const user = await lockUser(tx.db, ctx.actor.userId)
    if (!user) throw notFound('Your account')
    check(user)
    return presentIdentity(await connectPerson(tx, user, found, providers), providers)
  })

/** Connects a person with a user that the caller has locked, and mails it. CONFLICT if they are connected already. */
export async function connectPerson(
  ctx: PublicContext,
  user: UserRow,
  { provider, person: { issuer, subject, email } }: PersonToConnect,
  providers: Providers,
): Promise<IdentityRow> {
  const now = ctx.clock.now()
  const identity = { id: newId(), userId: user.id, provider, issuer, subject, email, createdAt: now }
  const { name } = providers.present(provider)
  const row = await insertIdentity(ctx.db, identity)
  if (!row) throw appError('CONFLICT', `This ${name} account is already connected, to this or another account.`)
  await audit(ctx, {
    action: 'provider.connected',
    actorId: user.id,
    object: { type: 'user', id: user.id },
    after: { provider, email },
  })
  await queueMail(
    ctx,
    providerConnectedMail(toCallersPortal(ctx), user, { provider: name, providerEmail: email, at: now }),
  )
  return row
}

/** NOT_FOUND for one that is not the user's. The password, or a code for a new one, still signs in. */
export const disconnectAccount = (ctx: Context, id: string, providers: Providers): Promise<undefined> =>
  inTransaction(ctx, async (tx) => {
    const user = await lockUser(tx.db, ctx.actor.userId)
    if (!user) throw notFound('Your account')
    const removed = await deleteIdentity(tx.db, user.id, id)
    if (!removed) throw notFound('This connected account')
    const { name } = providers.present(ProviderId.parse(removed.provider))
    const facts = { provider: name, providerEmail: removed.email, at: tx.clock.now() }
    await queueMail(tx, providerDisconnectedMail(toCallersPortal(tx), user, facts))
    await audit(tx, {
      action: 'provider.disconnected',
      object: { type: 'user', id: ctx.actor.userId },
      before: removed,
    })
    return undefined
  })
