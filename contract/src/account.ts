import { z } from 'zod'
import { Balance } from './credits.ts'
import { classified } from './data-classes.ts'
import { callsWith, endpoint, FormFile } from './endpoint.ts'
import { PageQuery, pageOf } from './paging.ts'
import { GivenPassword, Password, ProfileChange, User } from './users.ts'

export const Impersonation = z
  .object({ adminId: z.string(), adminEmail: classified('personal', z.string()), expiresAt: z.iso.datetime() })
  .meta({
    id: 'Impersonation',
    example: { adminId: '0a1b2c3d-6f5e-4a52-9d8c-8f2f0d3e7a11', adminEmail: 'admin@dooryard.test' },
  })
export type Impersonation = z.infer<typeof Impersonation>

const SubscriptionGlance = z
  .object({
    planName: z.string(),
    status: z.enum(['ACTIVE', 'PAST_DUE']),
    currentPeriodEnd: z.iso.datetime(),
    cancelAtPeriodEnd: z.boolean(),
  })
  .meta({ id: 'SubscriptionGlance' })
export type SubscriptionGlance = z.infer<typeof SubscriptionGlance>

const Me = z
  .object({
    user: User,
    balance: Balance,
    subscription: SubscriptionGlance.optional(),
    impersonation: Impersonation.optional(),
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
    endsBy: z.iso.datetime().describe('When it ends at the latest, however often it is used'),
    isCurrent: z.boolean(),
    impersonation: Impersonation.optional().describe('Where an administrator acts as the user'),
  })
  .meta({ id: 'Session', example: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36' } })
export type Session = z.infer<typeof Session>

export const PasswordChange = z
  .object({
    currentPassword: GivenPassword('Current password'),
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

export const ClosingAccount = z
  .object({ password: GivenPassword('Password') })
  .meta({ id: 'ClosingAccount', example: { password: 'correct-horse-battery' } })
export type ClosingAccount = z.infer<typeof ClosingAccount>

const ProfilePicture = z
  .object({ profilePictureUrl: classified('personal', z.string()) })
  .meta({ id: 'ProfilePicture' })

const privateCall = callsWith({ tag: 'Account', access: 'SIGNED_IN' })

const passwordGuesses = [
  { name: 'password-check', per: 'account', times: 10, seconds: 900, counts: 'failures' },
] as const

export const account = {
  me: privateCall('GET /v1/auth/private/me', 'The signed-in user and their credits', {
    response: Me,
    data: ['personal', 'money'],
  }),
  change: privateCall('PATCH /v1/auth/private/me', 'Change what the profile says', {
    body: ProfileChange,
    response: User,
    data: ['personal'],
  }),
  sessions: privateCall(
    'GET /v1/auth/private/sessions',
    'Where the user is signed in, this session first, then the last seen',
    { query: PageQuery, response: pageOf(Session), data: ['personal'] },
  ),
  endSession: privateCall('DELETE /v1/auth/private/sessions/{sessionId}', 'Sign out on one device', {
    params: z.object({ sessionId: z.uuid('There is no such session') }),
    status: 204,
    refusedWhileImpersonating: true,
  }),
  updatePassword: privateCall(
    'PATCH /v1/auth/private/update-password',
    'Choose a new password; every other session ends',
    {
      body: PasswordChange,
      status: 204,
      limits: passwordGuesses,
      errors: ['UNPROCESSABLE', 'UNAVAILABLE'],
      refusedWhileImpersonating: true,
    },
  ),
  logout: privateCall('POST /v1/auth/private/logout', 'End this session', { status: 204 }),
  logoutAll: privateCall(
    'POST /v1/auth/private/logout-all',
    'End every session, or with `keepCurrent` every other one',
    { query: z.object({ keepCurrent: z.stringbool().default(false) }), status: 204, refusedWhileImpersonating: true },
  ),
  updatePicture: privateCall(
    'POST /v1/auth/private/update-profile-picture',
    'Set the profile picture: a JPEG, PNG or WebP of up to 5 MB',
    {
      body: FormFile,
      response: ProfilePicture,
      data: ['personal'],
      limits: [{ name: 'picture', per: 'account', times: 30, seconds: 3600 }],
      errors: ['UNPROCESSABLE', 'UNAVAILABLE'],
    },
  ),
  removePicture: privateCall('DELETE /v1/auth/private/profile-picture', 'Remove the profile picture', { status: 204 }),
  close: privateCall(
    'POST /v1/auth/private/close-account',
    'Close the account for good: its sessions end and what it says of the person is erased',
    {
      body: ClosingAccount,
      status: 204,
      limits: passwordGuesses,
      errors: ['UNPROCESSABLE', 'CONFLICT', 'UNAVAILABLE'],
      refusedWhileImpersonating: true,
    },
  ),
}

export const pictures = {
  get: endpoint({
    method: 'GET',
    path: '/v1/pictures/{picture}',
    summary: 'A profile picture, by the address that only its user and those who see them are given',
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
