import { z } from 'zod'
import { Impersonation, Session } from './account.ts'
import { SignedIn } from './auth.ts'
import { adminCall, endpoint } from './endpoint.ts'
import { line } from './line.ts'
import { PageQuery, pageOf, SortOrder } from './paging.ts'
import { reason } from './reason.ts'
import { Role } from './roles.ts'
import { Email, Person, User } from './users.ts'

export const userSorts = ['name', 'createdAt'] as const

/** The specification calls the parameter `role` here and `roles` in the address of the screen. */
export const UserQuery = PageQuery.extend({
  sort: z.enum(userSorts).default('createdAt'),
  order: SortOrder.default('desc'),
  search: line().max(100).optional(),
  role: z.union([z.array(Role), Role.transform((one) => [one])], 'There is no such role').optional(),
})
export type UserQuery = z.infer<typeof UserQuery>

export const AdminUser = User.extend({
  closedAt: z.iso.datetime().optional().describe('When they closed their account, which is for good'),
}).meta({ id: 'AdminUser' })
export type AdminUser = z.infer<typeof AdminUser>

export const mostManyUsers = 100

const userId = z.uuid('There is no such user')

const ManyUsers = z.object({
  ids: z
    .union([z.array(userId), userId.transform((one) => [one])], 'There is no such user')
    .refine((ids) => ids.length <= mostManyUsers, `At most ${mostManyUsers} users at once`)
    .describe('May be repeated'),
})

export const NewUser = z
  .strictObject({
    email: Email,
    ...Person.shape,
    role: z.enum(Role.options, 'Choose a role'),
    sendInvite: z.boolean().default(true).describe('Mail them a code with which to choose a password'),
  })
  .meta({
    id: 'NewUser',
    example: {
      email: 'erin@example.com',
      phone: '615-555-0142',
      firstName: 'Erin',
      lastName: 'Prize',
      companyName: 'Example Outreach',
      role: 'ENTERPRISE_USER',
      sendInvite: true,
    },
  })
export type NewUser = z.infer<typeof NewUser>

export const UserChange = z
  .strictObject({
    ...Person.partial().shape,
    role: z.enum(Role.options, 'Choose a role').optional(),
    isActive: z.boolean().optional(),
    reason: reason.optional(),
  })
  .refine(({ role, isActive, reason }) => (role === undefined && isActive === undefined) || reason !== undefined, {
    path: ['reason'],
    error: 'A reason is required',
  })
  .meta({ id: 'UserChange', example: { role: 'ENTERPRISE_USER', reason: 'Has signed up for campaigns by phone' } })
export type UserChange = z.infer<typeof UserChange>

export const ImpersonationStart = z
  .object({ reason })
  .meta({ id: 'ImpersonationStart', example: { reason: 'Asked by phone why an order came back short' } })
export type ImpersonationStart = z.infer<typeof ImpersonationStart>

const SignOut = z.strictObject({ reason }).meta({ id: 'SignOut', example: { reason: 'Says that a laptop was stolen' } })

const SignedInAs = SignedIn.extend({ impersonation: Impersonation }).meta({ id: 'SignedInAs' })
export type SignedInAs = z.infer<typeof SignedInAs>

const UserParams = z.object({ id: userId })

export const adminUsers = {
  list: adminCall('GET /v1/admin/users', 'The users, found by name, email or company', {
    query: UserQuery,
    response: pageOf(User),
    data: ['personal'],
  }),
  many: adminCall(
    'GET /v1/admin/users/many',
    'Users by their ids, in that order; those that are not there are left out',
    { query: ManyUsers, response: z.object({ items: z.array(AdminUser) }), data: ['personal'] },
  ),
  create: adminCall('POST /v1/admin/users', 'Make an account of any role, and invite its owner by mail', {
    body: NewUser,
    response: User,
    data: ['personal'],
    status: 201,
    idempotent: true,
    errors: ['CONFLICT'],
  }),
  get: adminCall('GET /v1/admin/users/{id}', 'One user', {
    params: UserParams,
    response: AdminUser,
    data: ['personal'],
  }),
  change: adminCall(
    'PATCH /v1/admin/users/{id}',
    'Change who a user is, their role, or whether they may sign in; another role or state ends their sessions',
    { params: UserParams, body: UserChange, response: User, data: ['personal'], errors: ['UNPROCESSABLE'] },
  ),
  invite: adminCall(
    'POST /v1/admin/users/{id}/invite',
    'Mail another invitation to a user who has not come yet; the one before no longer works',
    {
      params: UserParams,
      status: 204,
      limits: [{ name: 'invite', per: 'account', times: 60, seconds: 3600 }],
      errors: ['UNPROCESSABLE'],
    },
  ),
  sessions: adminCall('GET /v1/admin/users/{id}/sessions', 'Where a user is signed in, the last seen first', {
    params: UserParams,
    query: PageQuery,
    response: pageOf(Session),
    data: ['personal'],
  }),
  signOut: adminCall('POST /v1/admin/users/{id}/sign-out', 'Sign a user out everywhere', {
    params: UserParams,
    body: SignOut,
    response: z.object({ ended: z.int().describe('How many sessions of theirs that ended') }),
  }),
  impersonate: adminCall(
    'POST /v1/admin/impersonate/{id}',
    'Act as a user for an hour, with a reason that stays in the audit log',
    {
      params: UserParams,
      body: ImpersonationStart,
      response: SignedInAs,
      data: ['personal', 'secret'],
      limits: [{ name: 'impersonate', per: 'account', times: 60, seconds: 3600 }],
      errors: ['UNPROCESSABLE'],
      refusedWhileImpersonating: true,
    },
  ),
  /** Called with the token of the session that acts as the user, whatever that user's role. */
  endImpersonation: endpoint({
    method: 'DELETE',
    path: '/v1/admin/impersonate',
    summary: 'Stop acting as a user',
    tag: 'Administration',
    access: 'SIGNED_IN',
    status: 204,
    errors: ['CONFLICT'],
  }),
}
