import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { CreditSetting } from '../billing/credits.ts'
import {
  EmailOnly,
  EmailVerification,
  LinkToken,
  Login,
  PasswordReset,
  Registration,
  SignInLinkRequest,
} from './credentials.ts'
import { User } from './users.ts'

const Tokens = z
  .object({ accessToken: classified('secret', z.string()), refreshToken: classified('secret', z.string()) })
  .meta({ id: 'Tokens', example: { accessToken: 'eyJhbGciOiJIUzI1NiJ9…', refreshToken: 'dyr_…' } })
export type Tokens = z.infer<typeof Tokens>

const refreshTokenRequiredMessage = 'A refresh token is required'

const RefreshToken = z
  .object({
    refreshToken: z
      .string(refreshTokenRequiredMessage)
      .min(1, refreshTokenRequiredMessage)
      .max(200, refreshTokenRequiredMessage),
  })
  .meta({ id: 'RefreshToken', example: { refreshToken: 'dyr_…' } })

export const SignedIn = z
  .object({
    user: User,
    accessToken: classified('secret', z.string()),
    refreshToken: classified('secret', z.string()),
    creditSettings: z.array(CreditSetting),
  })
  .meta({ id: 'SignedIn' })
export type SignedIn = z.infer<typeof SignedIn>

/** The response, whether or not the email has an account. */
export const MessageResponse = z.object({ message: z.string() }).meta({
  id: 'Said',
  example: { message: 'If casey@example.com is still to be verified, a new 6-digit code is on its way to it.' },
})
export type MessageResponse = z.infer<typeof MessageResponse>

const authEndpoint = endpointFactory({ tag: 'Account', access: 'ANYONE' })

const minuteSeconds = 60
export const hourSeconds = 3600

/**
 * One per minute over all operations. Per hour, one client gets fewer codes for an email than the email gets in total,
 * so that it cannot use up what the owner needs.
 */
export const codeMailLimits = (name: string) =>
  [
    { name, per: 'email', times: 1, seconds: minuteSeconds },
    { name: `${name}-asker`, per: 'email-at-address', times: 5, seconds: hourSeconds },
    { name: `${name}-hourly`, per: 'email', times: 12, seconds: hourSeconds },
    { name: `${name}-address`, per: 'address', times: 30, seconds: hourSeconds },
  ] as const

/** In addition to the five attempts per code: limits the number of codes that can be guessed. */
const codeAttemptLimits = (name: string) =>
  [
    { name: `${name}-asker`, per: 'email-at-address', times: 20, seconds: hourSeconds },
    { name, per: 'email', times: 60, seconds: hourSeconds },
    { name: `${name}-address`, per: 'address', times: 60, seconds: hourSeconds },
  ] as const

export const auth = {
  register: authEndpoint(
    'POST /v1/auth/public/register',
    'Register an account; a code is sent to its email address to verify it',
    { body: Registration, response: MessageResponse, status: 201, limits: codeMailLimits('verification-mail') },
  ),
  verifyEmail: authEndpoint(
    'POST /v1/auth/public/register/verify-email',
    'Verify the email address of a new account with its code, and sign in',
    {
      body: EmailVerification,
      response: SignedIn,
      data: ['personal', 'secret'],
      limits: codeAttemptLimits('verify-email'),
      errors: ['SECOND_FACTOR_REQUIRED', 'UNPROCESSABLE'],
    },
  ),
  resendVerification: authEndpoint(
    'POST /v1/auth/public/register/resend-verification',
    'Resend the verification code to an unverified email address',
    { body: EmailOnly, response: MessageResponse, status: 202, limits: codeMailLimits('verification-mail') },
  ),
  login: authEndpoint('POST /v1/auth/public/login', 'Sign in', {
    body: Login,
    response: SignedIn,
    data: ['personal', 'secret'],
    limits: [
      { name: 'login', per: 'email-at-address', times: 10, seconds: 15 * minuteSeconds, counts: 'failures' },
      { name: 'login-account', per: 'email', times: 50, seconds: 15 * minuteSeconds, counts: 'failures' },
      { name: 'login-address', per: 'address', times: 100, seconds: 15 * minuteSeconds, counts: 'failures' },
    ],
    errors: ['EMAIL_NOT_VERIFIED', 'NOT_AUTHENTICATED', 'SECOND_FACTOR_REQUIRED', 'UNAVAILABLE'],
  }),
  forgotPassword: authEndpoint('POST /v1/auth/public/forgot-password', 'Send a password reset code', {
    body: EmailOnly,
    response: MessageResponse,
    status: 202,
    limits: codeMailLimits('reset-mail'),
  }),
  requestSignInLink: authEndpoint('POST /v1/auth/public/magic-link', 'Send a link that signs in', {
    body: SignInLinkRequest,
    response: MessageResponse,
    status: 202,
    limits: codeMailLimits('sign-in-link-mail'),
  }),
  confirmSignInLink: authEndpoint(
    'POST /v1/auth/public/magic-link/confirm',
    'Sign in with the token of a mailed link; each works once, for 10 minutes',
    {
      body: LinkToken,
      response: SignedIn,
      data: ['personal', 'secret'],
      limits: [{ name: 'sign-in-link', per: 'address', times: 60, seconds: hourSeconds, counts: 'failures' }],
      errors: ['NOT_AUTHENTICATED', 'SECOND_FACTOR_REQUIRED', 'UNPROCESSABLE'],
    },
  ),
  resetPassword: authEndpoint(
    'POST /v1/auth/public/reset-password',
    'Reset the password with a code; all sessions of the account end',
    { body: PasswordReset, status: 204, limits: codeAttemptLimits('reset-password'), errors: ['UNPROCESSABLE'] },
  ),
  refresh: authEndpoint(
    'POST /v1/auth/public/refresh-token',
    'Exchange a refresh token for a new token pair; each refresh token can be used once',
    {
      body: RefreshToken,
      response: Tokens,
      data: ['secret'],
      limits: [{ name: 'refresh', per: 'address', times: 600, seconds: minuteSeconds }],
      errors: ['NOT_AUTHENTICATED'],
    },
  ),
}
