import { hourMs } from '@dooryard/contract/api/time'
import { type ProviderId, providerNames, type SignInProvider } from '@dooryard/contract/identity/external-sign-in'
import * as openid from 'openid-client'
import { type AppError, appError, isAppError, notFound } from '../../../platform/errors/app-error.ts'
import type { Clock } from '../../../platform/util/clock.ts'
import { type ExternalPerson, readPerson } from './claims.ts'

/** A provider as the operator configures it. Only an issuer on this machine may be without TLS. */
export type ProviderConfig = {
  id: ProviderId
  name: string
  issuer: string
  clientId: string
  clientSecret: string
}

/** What the answer of a provider is checked against; `state` returns with it. */
export type AnswerChecks = { state: string; nonce: string; codeVerifier: string }

export type Provider = SignInProvider & {
  /** Returns the page of the provider where the person signs in. UNAVAILABLE if the provider cannot be reached. */
  buildUrl: (checks: AnswerChecks) => Promise<string>
  /**
   * Exchanges an answer for the person, whose ID token is verified with its signature, issuer, audience, times and
   * nonce. UNPROCESSABLE for an answer that is refused or does not pass, UNAVAILABLE as above.
   */
  readAnswer: (query: URLSearchParams, checks: AnswerChecks) => Promise<ExternalPerson>
}

export type Providers = {
  list: () => SignInProvider[]
  /** NOT_FOUND for one that is not configured. */
  get: (id: string) => Provider
  /** As it was configured when an account was connected; by its id if it no longer is. */
  present: (id: ProviderId) => SignInProvider
}

/** Longer waits would leave the visitor with a blank screen. */
const timeoutSeconds = 10
/** A provider changes its addresses at leisure; its keys are fetched again whenever one is unknown. */
const metadataLifetimeMs = hourMs

type ProvidersContext = { publicUrl: string; clock: Clock }

export function createProviders(configs: readonly ProviderConfig[], ctx: ProvidersContext): Providers {
  const providers = new Map(configs.map((config) => [config.id as string, createProvider(config, ctx)]))
  return {
    list: () => configs.map(({ id, name }) => ({ id, name })),
    get: (id) => {
      const provider = providers.get(id)
      if (!provider) throw notFound('This sign-in provider')
      return provider
    },
    present: (id) => ({ id, name: providers.get(id)?.name ?? providerNames[id] }),
  }
}

function createProvider(config: ProviderConfig, { publicUrl, clock }: ProvidersContext): Provider {
  const { id, name } = config
  const redirectUri = `${publicUrl}/login/callback`
  let discovered: { at: number; client: Promise<openid.Configuration> } | undefined
  const getClient = async () => {
    const now = clock.now().getTime()
    if (!discovered || now - discovered.at > metadataLifetimeMs) discovered = { at: now, client: discover(config) }
    try {
      return await discovered.client
    } catch (error) {
      discovered = undefined
      throw toUnavailableError(name, error)
    }
  }
  return {
    id,
    name,
    buildUrl: async ({ state, nonce, codeVerifier }) => {
      const url = openid.buildAuthorizationUrl(await getClient(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        // Without it, these two silently use the account that is signed in to the browser.
        ...(id !== 'oidc' && { prompt: 'select_account' }),
      })
      return url.href
    },
    readAnswer: async (query, { state, nonce, codeVerifier }) => {
      const client = await getClient()
      try {
        const tokens = await openid.authorizationCodeGrant(client, new URL(`${redirectUri}?${query}`), {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        })
        const claims = tokens.claims()
        if (!claims) throw new Error('The answer has no ID token.')
        // Many providers put the profile only there.
        const profile =
          claims['email'] === undefined && client.serverMetadata().userinfo_endpoint
            ? await openid.fetchUserInfo(client, tokens.access_token, claims.sub)
            : {}
        return readPerson(id, { ...profile, ...claims })
      } catch (error) {
        throw toAnswerError(name, error)
      }
    },
  }
}

const discover = ({ issuer, clientId, clientSecret }: ProviderConfig) =>
  openid.discovery(new URL(issuer), clientId, {}, authenticateClient(clientSecret), {
    timeout: timeoutSeconds,
    execute: [
      // Otherwise the signature of an ID token that comes over TLS is not verified.
      openid.enableNonRepudiationChecks,
      ...(new URL(issuer).protocol === 'http:' ? [openid.allowInsecureRequests] : []),
    ],
  })

/** In the body where the provider says so, else by the default: OpenID Connect Discovery 1.0, 3. */
function authenticateClient(clientSecret: string): openid.ClientAuth {
  const [post, basic] = [openid.ClientSecretPost(clientSecret), openid.ClientSecretBasic(clientSecret)]
  return (server, ...request) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? post : basic)(server, ...request)
}

const toUnavailableError = (name: string, cause: unknown): AppError =>
  withCause(
    appError('UNAVAILABLE', `${name} cannot be reached at the moment. Please try again, or sign in another way.`),
    cause,
  )

const refusalByAnswer: Record<string, string> = {
  access_denied: 'You did not allow',
  consent_required: 'You did not allow',
  interaction_required: 'You did not allow',
}

function toAnswerError(name: string, error: unknown): AppError {
  if (isAppError(error)) return error
  if (isOutage(error)) return toUnavailableError(name, error)
  if (error instanceof openid.AuthorizationResponseError && error.error in refusalByAnswer)
    return withCause(appError('UNPROCESSABLE', `${refusalByAnswer[error.error]} ${name} to sign you in.`), error)
  return withCause(unconfirmedError(name), error)
}

/** The same for every answer that does not pass, so that nobody learns by it how to forge one. */
export const unconfirmedError = (name: string): AppError =>
  appError('UNPROCESSABLE', `${name} did not confirm who you are. Please start again.`)

function isOutage(error: unknown): boolean {
  if (error instanceof openid.AuthorizationResponseError)
    return error.error === 'temporarily_unavailable' || error.error === 'server_error'
  if (error instanceof openid.ResponseBodyError) return error.status >= 500
  if (!(error instanceof openid.ClientError)) return error instanceof TypeError
  const { cause } = error
  return (
    error.code === 'OAUTH_TIMEOUT' || cause instanceof TypeError || (cause instanceof Response && cause.status >= 500)
  )
}

/** For the log of the server alone. */
const withCause = (error: AppError, cause: unknown): AppError => Object.assign(error, { cause })
