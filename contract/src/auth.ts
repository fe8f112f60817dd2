import { z } from 'zod'
import { EmailOnly, EmailVerification, Login, PasswordReset, Registration } from './credentials.ts'
import { CreditSetting } from './credits.ts'
import { classified } from './data-classes.ts'
import { callsWith } from './endpoint.ts'
import { User } from './users.ts'

const Tokens = z
  .object({ accessToken: classified('secret', z.string()), refreshToken: classified('secret', z.string()) })
  .meta({ id: 'Tokens', example: { accessToken: 'eyJhbGciOiJIUzI1NiJ9…', refreshToken: 'dyr_…' } })
export type Tokens = z.infer<typeof Tokens>

const noRefreshToken = 'A refresh token is required'

const RefreshToken = z
  .object({ refreshToken: z.string(noRefreshToken).min(1, noRefreshToken).max(200, noRefreshToken) })
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

/** What the caller is told, whether or not the email has an account. */
const Said = z.object({ message: z.string() }).meta({
  id: 'Said',
  example: { message: 'If casey@example.com is still to be verified, a new 6-digit code is on its way to it.' },
})
export type Said = z.infer<typeof Said>

const publicCall = callsWith({ tag: 'Account', access: 'ANYONE' })

const minute = 60
const hour = 3600

/** One a minute, whichever call asks; in the hour nobody elsewhere may use up what the owner of the address needs. */
const codeMails = (name: string) =>
  [
    { name, per: 'email', times: 1, seconds: minute },
    { name: `${name}-asker`, per: 'email-at-address', times: 5, seconds: hour },
    { name: `${name}-hourly`, per: 'email', times: 12, seconds: hour },
    { name: `${name}-address`, per: 'address', times: 30, seconds: hour },
  ] as const

/** Beside the five guesses that each code allows: how many codes may be guessed at. */
const guesses = (name: string) =>
  [
    { name: `${name}-asker`, per: 'email-at-address', times: 20, seconds: hour },
    { name, per: 'email', times: 60, seconds: hour },
    { name: `${name}-address`, per: 'address', times: 60, seconds: hour },
  ] as const

export const auth = {
  register: publicCall(
    'POST /v1/auth/public/register',
    'Open an account; a code sent to its email address lets it sign in',
    { body: Registration, response: Said, status: 201, limits: codeMails('verification-mail') },
  ),
  verifyEmail: publicCall(
    'POST /v1/auth/public/register/verify-email',
    'Verify the email address of a new account by its code, and sign in',
    {
      body: EmailVerification,
      response: SignedIn,
      data: ['personal', 'secret'],
      limits: guesses('verify-email'),
      errors: ['UNPROCESSABLE'],
    },
  ),
  resendVerification: publicCall(
    'POST /v1/auth/public/register/resend-verification',
    'Send another code to an email address that is not verified yet',
    { body: EmailOnly, response: Said, status: 202, limits: codeMails('verification-mail') },
  ),
  login: publicCall('POST /v1/auth/public/login', 'Sign in', {
    body: Login,
    response: SignedIn,
    data: ['personal', 'secret'],
    limits: [
      { name: 'login', per: 'email-at-address', times: 10, seconds: 15 * minute, counts: 'failures' },
      { name: 'login-account', per: 'email', times: 50, seconds: 15 * minute, counts: 'failures' },
      { name: 'login-address', per: 'address', times: 100, seconds: 15 * minute, counts: 'failures' },
    ],
    errors: ['NOT_AUTHENTICATED', 'UNAVAILABLE'],
  }),
  forgotPassword: publicCall('POST /v1/auth/public/forgot-password', 'Send a code that allows a new password', {
    body: EmailOnly,
    response: Said,
    status: 202,
    limits: codeMails('reset-mail'),
  }),
  resetPassword: publicCall(
    'POST /v1/auth/public/reset-password',
    'Choose a new password by the code; every session of the account ends',
    { body: PasswordReset, status: 204, limits: guesses('reset-password'), errors: ['UNPROCESSABLE'] },
  ),
  refresh: publicCall(
    'POST /v1/auth/public/refresh-token',
    'Trade a refresh token for a new pair; each refresh token is spent by its use',
    {
      body: RefreshToken,
      response: Tokens,
      data: ['secret'],
      limits: [{ name: 'refresh', per: 'address', times: 600, seconds: minute }],
      errors: ['NOT_AUTHENTICATED'],
    },
  ),
}
