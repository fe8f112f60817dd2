import { minuteMs } from '@dooryard/contract/api/time'
import type { ProviderAnswer, RedirectToProvider } from '@dooryard/contract/identity/external-sign-in'
import { z } from 'zod'
import type { PublicContext } from '../../../platform/context.ts'
import { decrypt, encrypt } from '../../../platform/crypto/encrypt.ts'
import { hashToken, newToken } from '../../../platform/crypto/tokens.ts'
import type { ExternalPerson } from './claims.ts'
import { insertRequest, takeRequest } from './external.queries.ts'
import { type Provider, unconfirmedError } from './providers.ts'

export const requestLifetimeMs = 10 * minuteMs

const purpose = 'oidc-request'

const Secrets = z.object({ nonce: z.string(), codeVerifier: z.string() })

/** `userId` is the user who connects an account; null for a sign-in. */
type RequestOwner = { userId: string | null }

/** Starts a request to a provider. Its answer is accepted once, within ten minutes, from the same browser and user. */
export async function createRequest(
  ctx: PublicContext,
  provider: Provider,
  { userId }: RequestOwner,
): Promise<RedirectToProvider> {
  const [state, nonce, codeVerifier, browserToken] = [newToken(), newToken(), newToken(), newToken()]
  const url = await provider.buildUrl({ state, nonce, codeVerifier })
  await insertRequest(ctx.db, {
    stateHash: hashToken(state),
    provider: provider.id,
    browserHash: hashToken(browserToken),
    userId,
    encrypted: encrypt(ctx.secrets, purpose, { nonce, codeVerifier } satisfies z.infer<typeof Secrets>),
    expiresAt: new Date(ctx.clock.now().getTime() + requestLifetimeMs),
  })
  return { url, browserToken }
}

/** UNPROCESSABLE for an answer that no request of this browser and user waits for, and as the provider says. */
export async function readAnswer(
  ctx: PublicContext,
  provider: Provider,
  { query, browserToken }: ProviderAnswer,
  { userId }: RequestOwner,
): Promise<ExternalPerson> {
  const answer = new URLSearchParams(query)
  const state = answer.get('state') ?? ''
  const request = await takeRequest(ctx.db, {
    stateHash: hashToken(state),
    browserHash: hashToken(browserToken),
    provider: provider.id,
    userId,
    now: ctx.clock.now(),
  })
  if (!request) throw unconfirmedError(provider.name)
  return provider.readAnswer(answer, { state, ...Secrets.parse(decrypt(ctx.secrets, purpose, request.encrypted)) })
}
