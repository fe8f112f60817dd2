import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { machineText } from '../api/text.ts'
import { SignedIn } from './auth.ts'
import { Registration } from './credentials.ts'
import { OwnerPassword, passwordCheckLimit } from './owner-password.ts'

/** The providers of OpenID Connect that a portal may have; `oidc` is any other one, named by the operator. */
export const providerIds = ['google', 'microsoft', 'oidc'] as const
export const ProviderId = z.enum(providerIds, 'There is no such sign-in provider')
export type ProviderId = z.infer<typeof ProviderId>

/** Unless the operator gives another. */
export const providerNames: Readonly<Record<ProviderId, string>> = {
  google: 'Google',
  microsoft: 'Microsoft',
  oidc: 'Single sign-on',
}

export const SignInProvider = z
  .object({ id: ProviderId, name: z.string() })
  .meta({ id: 'SignInProvider', example: { id: 'google', name: 'Google' } })
export type SignInProvider = z.infer<typeof SignInProvider>

const ProviderParams = z.object({ provider: ProviderId })

const RedirectToProvider = z
  .object({
    url: classified('secret', z.url().describe('The page of the provider to open')),
    browserToken: classified(
      'secret',
      z.string().describe('Kept by the browser and sent back with the answer: another browser cannot finish'),
    ),
  })
  .meta({
    id: 'RedirectToProvider',
    example: { url: 'https://accounts.example.com/auth?client_id=dooryard', browserToken: 'b3xQ' },
  })
export type RedirectToProvider = z.infer<typeof RedirectToProvider>

const answerMessage = 'The answer of the sign-in provider is missing'

export const ProviderAnswer = z
  .object({
    query: machineText(answerMessage, 8000),
    browserToken: machineText(answerMessage, 200),
  })
  .meta({
    id: 'ProviderAnswer',
    example: { query: 'code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj', browserToken: 'b3xQ' },
  })
export type ProviderAnswer = z.infer<typeof ProviderAnswer>

/** A person whom a provider knows and no account is connected with. */
export const UnconnectedPerson = z
  .object({
    connectToken: classified(
      'secret',
      z.string().describe('Connects this person with the account that signs in or registers within 15 minutes'),
    ),
    provider: SignInProvider,
    email: classified('personal', z.string().nullable()),
    isEmailVerified: z.boolean().describe('Whether the provider has verified the email'),
    firstName: classified('personal', z.string()),
    lastName: classified('personal', z.string()),
    hasAccount: z.boolean().describe('Whether the verified email has an account; false if it is not verified'),
  })
  .meta({ id: 'UnconnectedPerson', example: { email: 'casey@example.com', firstName: 'Casey', lastName: 'Testwell' } })
export type UnconnectedPerson = z.infer<typeof UnconnectedPerson>

const expiredMessage = 'The connection has expired. Please start again.'
const connectToken = machineText(expiredMessage, 4000)

const ConnectToken = z.object({ connectToken }).meta({ id: 'ConnectToken', example: { connectToken: 'v1.c29tZW9uZQ' } })

export const ExternalRegistration = Registration.safeExtend({ connectToken }).meta({
  id: 'ExternalRegistration',
  example: {
    email: 'casey@example.com',
    password: 'correct-horse-battery',
    confirmPassword: 'correct-horse-battery',
    phone: '615-555-0102',
    firstName: 'Casey',
    lastName: 'Testwell',
    connectToken: 'v1.c29tZW9uZQ',
  },
})
export type ExternalRegistration = z.infer<typeof ExternalRegistration>

const externalEndpoint = endpointFactory({ tag: 'Account', access: 'ANYONE' })

const quarterHour = 15 * 60

export const externalSignIn = {
  start: externalEndpoint('POST /v1/auth/public/oidc/{provider}/start', 'Start a sign-in with another provider', {
    params: ProviderParams,
    response: RedirectToProvider,
    data: ['secret'],
    limits: [{ name: 'external-start', per: 'address', times: 100, seconds: quarterHour }],
    errors: ['NOT_FOUND', 'UNAVAILABLE'],
  }),
  finish: externalEndpoint(
    'POST /v1/auth/public/oidc/{provider}/finish',
    'Finish a sign-in with the response of the provider; without a connected account, returns the profile to register',
    {
      params: ProviderParams,
      body: ProviderAnswer,
      response: z.union([SignedIn, UnconnectedPerson]),
      data: ['personal', 'secret'],
      limits: [{ name: 'external-finish', per: 'address', times: 100, seconds: quarterHour, counts: 'failures' }],
      errors: ['NOT_AUTHENTICATED', 'SECOND_FACTOR_REQUIRED', 'NOT_FOUND', 'UNPROCESSABLE', 'UNAVAILABLE'],
    },
  ),
  register: externalEndpoint(
    'POST /v1/auth/public/oidc/register',
    'Register an account with an email that the provider has verified, connect it, and sign in',
    {
      body: ExternalRegistration,
      response: SignedIn,
      status: 201,
      data: ['personal', 'secret'],
      limits: [{ name: 'external-register', per: 'address', times: 30, seconds: 3600 }],
      errors: ['UNPROCESSABLE', 'CONFLICT', 'UNAVAILABLE'],
    },
  ),
}

export const ConnectedAccount = z
  .object({
    id: z.string(),
    provider: SignInProvider,
    email: classified('personal', z.string().nullable().describe('At the provider, when it was connected')),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ConnectedAccount', example: { email: 'casey@example.com' } })
export type ConnectedAccount = z.infer<typeof ConnectedAccount>

const connectionEndpoint = endpointFactory({ tag: 'Account', access: 'SIGNED_IN', refusedWhileImpersonating: true })

export const connectedAccounts = {
  list: endpointFactory({ tag: 'Account', access: 'SIGNED_IN' })(
    'GET /v1/auth/private/connected-accounts',
    'List the accounts of other providers that sign in to this one',
    { response: z.object({ items: z.array(ConnectedAccount) }).meta({ id: 'ConnectedAccounts' }), data: ['personal'] },
  ),
  start: connectionEndpoint(
    'POST /v1/auth/private/connected-accounts/{provider}/start',
    'Start to connect an account of another provider',
    {
      params: ProviderParams,
      body: OwnerPassword,
      response: RedirectToProvider,
      data: ['secret'],
      limits: [passwordCheckLimit],
      stepUp: true,
      errors: ['NOT_FOUND', 'UNPROCESSABLE', 'UNAVAILABLE'],
    },
  ),
  finish: connectionEndpoint(
    'POST /v1/auth/private/connected-accounts/{provider}/finish',
    'Finish connecting an account of another provider',
    {
      params: ProviderParams,
      body: ProviderAnswer,
      response: ConnectedAccount,
      data: ['personal'],
      errors: ['NOT_FOUND', 'UNPROCESSABLE', 'CONFLICT', 'UNAVAILABLE'],
    },
  ),
  connect: connectionEndpoint(
    'POST /v1/auth/private/connected-accounts',
    'Connect the provider account of an unfinished sign-in with the same email',
    {
      body: ConnectToken,
      response: ConnectedAccount,
      data: ['personal'],
      stepUp: true,
      errors: ['UNPROCESSABLE', 'CONFLICT'],
    },
  ),
  remove: connectionEndpoint(
    'DELETE /v1/auth/private/connected-accounts/{id}',
    'Disconnect an account of another provider',
    {
      params: z.object({ id: z.uuid('There is no such connected account') }),
      status: 204,
      stepUp: true,
      errors: ['NOT_FOUND'],
    },
  ),
}
