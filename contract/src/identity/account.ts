import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpoint, endpointFactory, FormFile } from '../api/endpoint.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { AccountEvent, Balance } from '../billing/credits.ts'
import { passwordCheckLimit } from './owner-password.ts'
import { ExistingPassword, Password, ProfileChange, User } from './users.ts'

export const Impersonation = z
  .object({ adminId: z.string(), adminEmail: classified('personal', z.string()), expiresAt: z.iso.datetime() })
  .meta({
    id: 'Impersonation',
    example: { adminId: '0a1b2c3d-6f5e-4a52-9d8c-8f2f0d3e7a11', adminEmail: 'admin@dooryard.test' },
  })
export type Impersonation = z.infer<typeof Impersonation>

const SubscriptionSummary = z
  .object({
    planName: z.string(),
    status: z.enum(['ACTIVE', 'PAST_DUE']),
    currentPeriodEnd: z.iso.datetime(),
    cancelAtPeriodEnd: z.boolean(),
  })
  .meta({ id: 'SubscriptionGlance' })
export type SubscriptionSummary = z.infer<typeof SubscriptionSummary>

const Me = z
  .object({
    user: User,
    balance: Balance,
    unreadNotifications: AccountEvent.shape.unreadNotifications,
    creditsAtLastGrant: classified(
      'money',
      z.int().describe('Available and held credits right after the last grant or purchase; 0 before the first one'),
    ),
    subscription: SubscriptionSummary.optional(),
    impersonation: Impersonation.optional(),
    mustSetUpSecondFactor: z
      .literal(true)
      .optional()
      .describe(
        'The role requires a second factor: until there is one, most calls answer SECOND_FACTOR_SETUP_REQUIRED',
      ),
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof Me>

export const Session = z
  .object({
    id: z.string(),
    userAgent: classified('personal', z.string()),
    ipAddress: classified('personal', z.string()),
    createdAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime(),
    endsBy: z.iso.datetime().describe('The latest time at which the session ends, even if it is used'),
    isCurrent: z.boolean(),
    impersonation: Impersonation.optional().describe('Present while an administrator impersonates the user'),
  })
  .meta({ id: 'Session', example: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36' } })
export type Session = z.infer<typeof Session>

export const PasswordChange = z
  .object({
    currentPassword: ExistingPassword('Current password'),
    newPassword: Password,
    confirmPassword: z.string("Passwords don't match"),
  })
  .refine(({ newPassword, confirmPassword }) => newPassword === confirmPassword, {
    path: ['confirmPassword'],
    error: "Passwords don't match",
  })
  .refine(({ newPassword, currentPassword }) => newPassword !== currentPassword, {
    path: ['newPassword'],
    error: 'New password must be different from current password',
  })
  .meta({
    id: 'PasswordChange',
    example: {
      currentPassword: 'correct-horse-battery',
      newPassword: 'staple-horse-battery',
      confirmPassword: 'staple-horse-battery',
    },
  })
export type PasswordChange = z.infer<typeof PasswordChange>

export const AccountClosure = z
  .object({ password: ExistingPassword('Password') })
  .meta({ id: 'ClosingAccount', example: { password: 'correct-horse-battery' } })
export type AccountClosure = z.infer<typeof AccountClosure>

const ProfilePicture = z
  .object({ profilePictureUrl: classified('personal', z.string()) })
  .meta({ id: 'ProfilePicture' })

const accountEndpoint = endpointFactory({ tag: 'Account', access: 'SIGNED_IN' })

export const account = {
  me: accountEndpoint('GET /v1/auth/private/me', 'Get the signed-in user and their credits', {
    response: Me,
    data: ['personal', 'money'],
    beforeSecondFactor: true,
  }),
  change: accountEndpoint('PATCH /v1/auth/private/me', 'Update the profile', {
    body: ProfileChange,
    response: User,
    data: ['personal'],
  }),
  sessions: accountEndpoint(
    'GET /v1/auth/private/sessions',
    "List the user's sessions, the current one first, then by last use",
    { query: PageQuery, response: pageSchema(Session), data: ['personal'] },
  ),
  endSession: accountEndpoint('DELETE /v1/auth/private/sessions/{sessionId}', 'Sign out of one session', {
    params: z.object({ sessionId: z.uuid('There is no such session') }),
    status: 204,
    refusedWhileImpersonating: true,
  }),
  updatePassword: accountEndpoint(
    'PATCH /v1/auth/private/update-password',
    'Change the password; all other sessions end',
    {
      body: PasswordChange,
      status: 204,
      limits: [passwordCheckLimit],
      errors: ['UNPROCESSABLE', 'UNAVAILABLE'],
      refusedWhileImpersonating: true,
      stepUp: true,
    },
  ),
  logout: accountEndpoint('POST /v1/auth/private/logout', 'Sign out of the current session', {
    status: 204,
    beforeSecondFactor: true,
  }),
  logoutAll: accountEndpoint(
    'POST /v1/auth/private/logout-all',
    'Sign out of all sessions, or with `keepCurrent` of all others',
    {
      query: z.object({ keepCurrent: z.stringbool().default(false) }),
      status: 204,
      refusedWhileImpersonating: true,
      beforeSecondFactor: true,
    },
  ),
  updatePicture: accountEndpoint(
    'POST /v1/auth/private/update-profile-picture',
    'Upload a profile picture: JPEG, PNG or WebP, up to 5 MB',
    {
      body: FormFile,
      response: ProfilePicture,
      data: ['personal'],
      limits: [{ name: 'picture', per: 'account', times: 30, seconds: 3600 }],
      errors: ['UNPROCESSABLE', 'UNAVAILABLE'],
    },
  ),
  removePicture: accountEndpoint('DELETE /v1/auth/private/profile-picture', 'Remove the profile picture', {
    status: 204,
  }),
  close: accountEndpoint(
    'POST /v1/auth/private/close-account',
    'Close the account permanently: all sessions end and personal data is erased',
    {
      body: AccountClosure,
      status: 204,
      limits: [passwordCheckLimit],
      errors: ['UNPROCESSABLE', 'CONFLICT', 'UNAVAILABLE'],
      refusedWhileImpersonating: true,
      stepUp: true,
    },
  ),
}

export const pictures = {
  get: endpoint({
    method: 'GET',
    path: '/v1/pictures/{picture}',
    summary: 'Get a profile picture by its unguessable URL',
    tag: 'Account',
    access: 'ANYONE',
    params: z.object({ picture: z.string().regex(/^[0-9a-f]{32}\.webp$/, 'There is no such picture') }),
    response: classified('personal', z.string()),
    data: ['personal'],
    answers: 'file',
    mediaType: 'image/webp',
    errors: ['NOT_FOUND'],
  }),
}
