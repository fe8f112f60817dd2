import { z } from 'zod'
import { Impersonation } from './account.ts'
import { SignedIn } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { exampleOf } from './examples.ts'
import { line } from './line.ts'
import { PageQuery, pageOf, SortOrder } from './paging.ts'
import { Role } from './roles.ts'
import { User } from './users.ts'

export const userSorts = ['name', 'createdAt'] as const

/** The specification calls the parameter `role` here and `roles` in the address of the screen. */
export const UserQuery = PageQuery.extend({
  sort: z.enum(userSorts).default('createdAt'),
  order: SortOrder.default('desc'),
  search: z.string().trim().max(100).optional(),
  role: z.union([z.array(Role), Role.transform((one) => [one])], 'There is no such role').optional(),
})
export type UserQuery = z.infer<typeof UserQuery>

export const ImpersonationStart = z
  .object({
    reason: line('A reason is required')
      .min(5, 'Please give a reason of at least 5 characters')
      .max(500, 'The reason must be less than 500 characters'),
  })
  .meta({ id: 'ImpersonationStart', example: { reason: 'Asked by phone why an order came back short' } })
export type ImpersonationStart = z.infer<typeof ImpersonationStart>

const SignedInAs = SignedIn.extend({ impersonation: Impersonation }).meta({
  id: 'SignedInAs',
  example: { ...exampleOf(SignedIn), impersonation: exampleOf(Impersonation) },
})
export type SignedInAs = z.infer<typeof SignedInAs>

export const adminUsers = {
  list: endpoint({
    method: 'GET',
    path: '/v1/admin/users',
    summary: 'The users, found by name, email or company',
    tag: 'Administration',
    access: ['SUPER_ADMIN'],
    query: UserQuery,
    response: pageOf(User),
  }),
  impersonate: endpoint({
    method: 'POST',
    path: '/v1/admin/impersonate/{id}',
    summary: 'Act as a user for an hour, with a reason that stays in the audit log',
    tag: 'Administration',
    access: ['SUPER_ADMIN'],
    params: z.object({ id: z.uuid('There is no such user') }),
    body: ImpersonationStart,
    response: SignedInAs,
    limits: [{ name: 'impersonate', per: 'account', times: 60, seconds: 3600 }],
    errors: ['UNPROCESSABLE'],
    refusedWhileImpersonating: true,
  }),
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
