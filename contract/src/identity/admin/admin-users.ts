import { z } from 'zod'
import { classified } from '../../api/data-classes.ts'
import { adminEndpoint, endpoint } from '../../api/endpoint.ts'
import { Money } from '../../api/money.ts'
import { PageQuery, pageSchema, SortOrder } from '../../api/paging.ts'
import { reason } from '../../api/reason.ts'
import { Role } from '../../api/roles.ts'
import { textLine } from '../../api/text.ts'
import { Impersonation, Session } from '../account.ts'
import { SignedIn } from '../auth.ts'
import { Email, Person, User } from '../users.ts'

/** `INVITED`: created by an administrator, and not signed in yet. */
export const userStates = ['ACTIVE', 'UNVERIFIED', 'INVITED', 'DEACTIVATED'] as const
export type UserState = (typeof userStates)[number]

export const userSorts = ['name', 'createdAt'] as const

/** The specification calls the parameter `role` here, and `roles` in the address of the screen. */
export const UserQuery = PageQuery.extend({
  sort: z.enum(userSorts).default('createdAt'),
  order: SortOrder.default('desc'),
  search: textLine().max(100).optional(),
  role: z.union([z.array(Role), Role.transform((one) => [one])], 'There is no such role').optional(),
  state: z.enum(userStates, 'There is no such state').optional(),
})
export type UserQuery = z.infer<typeof UserQuery>

export const ListedUser = User.extend({
  state: z.enum(userStates),
  balance: classified('money', z.int().describe('Available credits')),
  planName: z.string().optional().describe('The plan of the live subscription'),
  spent: z.array(Money).describe('Payments less refunds, by currency'),
  lastSeenAt: z.iso.datetime().optional().describe('When a session was last used, if one is still kept'),
}).meta({ id: 'ListedUser' })
export type ListedUser = z.infer<typeof ListedUser>

export const AdminUser = User.extend({
  closedAt: z.iso.datetime().optional().describe('When the user closed their account, permanently'),
}).meta({ id: 'AdminUser' })
export type AdminUser = z.infer<typeof AdminUser>

export const maxUserIds = 100

const userId = z.uuid('There is no such user')

const UserIdsQuery = z.object({
  ids: z
    .union([z.array(userId), userId.transform((one) => [one])], 'There is no such user')
    .refine((ids) => ids.length <= maxUserIds, `At most ${maxUserIds} users at once`)
    .describe('May be repeated'),
})

export const NewUser = z
  .strictObject({
    email: Email,
    ...Person.shape,
    role: z.enum(Role.options, 'Choose a role'),
    sendInvite: z.boolean().default(true).describe('Send a mail with a code to set a password'),
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

const SignOutRequest = z
  .strictObject({ reason })
  .meta({ id: 'SignOut', example: { reason: 'Says that a laptop was stolen' } })

const ImpersonationTokens = SignedIn.extend({ impersonation: Impersonation }).meta({ id: 'SignedInAs' })
export type ImpersonationTokens = z.infer<typeof ImpersonationTokens>

const UserParams = z.object({ id: userId })

export const adminUsers = {
  list: adminEndpoint('GET /v1/admin/users', 'List users, searched by name, email or company', {
    query: UserQuery,
    response: pageSchema(ListedUser),
    data: ['personal', 'money'],
  }),
  many: adminEndpoint('GET /v1/admin/users/many', 'Get users by their ids, in that order; unknown ids are omitted', {
    query: UserIdsQuery,
    response: z.object({ items: z.array(AdminUser) }),
    data: ['personal'],
  }),
  create: adminEndpoint('POST /v1/admin/users', 'Create an account of any role and invite its owner by mail', {
    body: NewUser,
    response: User,
    data: ['personal'],
    status: 201,
    idempotent: true,
    stepUp: true,
    errors: ['CONFLICT'],
  }),
  get: adminEndpoint('GET /v1/admin/users/{id}', 'Get a user', {
    params: UserParams,
    response: AdminUser,
    data: ['personal'],
  }),
  change: adminEndpoint(
    'PATCH /v1/admin/users/{id}',
    "Update a user's profile, role or active state; a new role or state ends their sessions",
    {
      params: UserParams,
      body: UserChange,
      response: User,
      data: ['personal'],
      stepUp: true,
      errors: ['UNPROCESSABLE'],
    },
  ),
  invite: adminEndpoint(
    'POST /v1/admin/users/{id}/invite',
    'Send a new invitation to a user who has not accepted one; the previous one becomes invalid',
    {
      params: UserParams,
      status: 204,
      limits: [{ name: 'invite', per: 'account', times: 60, seconds: 3600 }],
      errors: ['UNPROCESSABLE'],
    },
  ),
  sessions: adminEndpoint(
    'GET /v1/admin/users/{id}/sessions',
    'List the sessions of a user, most recently used first',
    {
      params: UserParams,
      query: PageQuery,
      response: pageSchema(Session),
      data: ['personal'],
    },
  ),
  signOut: adminEndpoint('POST /v1/admin/users/{id}/sign-out', 'End all sessions of a user', {
    params: UserParams,
    body: SignOutRequest,
    response: z.object({ ended: z.int().describe('Number of sessions that ended') }),
  }),
  impersonate: adminEndpoint(
    'POST /v1/admin/impersonate/{id}',
    'Impersonate a user for an hour, with a reason that is kept in the audit log',
    {
      params: UserParams,
      body: ImpersonationStart,
      response: ImpersonationTokens,
      data: ['personal', 'secret'],
      limits: [{ name: 'impersonate', per: 'account', times: 60, seconds: 3600 }],
      errors: ['UNPROCESSABLE'],
      refusedWhileImpersonating: true,
      stepUp: true,
    },
  ),
  /** Called with the token of the impersonation session, whatever the role of the impersonated user. */
  endImpersonation: endpoint({
    method: 'DELETE',
    path: '/v1/admin/impersonate',
    summary: 'Stop impersonating a user',
    tag: 'Administration',
    access: 'SIGNED_IN',
    status: 204,
    errors: ['CONFLICT'],
  }),
}
