import type { Me } from '@dooryard/contract/account'
import type { AdminUser, UserQuery } from '@dooryard/contract/admin-users'
import { type PageOf, sliceOf, toPage } from '@dooryard/contract/paging'
import { Role } from '@dooryard/contract/roles'
import type { User } from '@dooryard/contract/users'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { inPlace } from '../../platform/long-lists.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { balanceOf } from '../credits/index.ts'
import { pictureUrl } from './pictures.ts'
import { findImpersonation } from './sessions.queries.ts'
import { presentImpersonation } from './sessions.ts'
import { countUsers, findUser, findUsers, selectUsers, type UserRow } from './users.queries.ts'

export async function listUsers({ db }: Context, query: UserQuery): Promise<PageOf<User>> {
  const { search, role: roles, sort, order } = query
  const filter = { search, roles }
  const count = await countUsers(db, filter)
  const rows = await selectUsers(db, filter, { sort, order, ...sliceOf(query) }, count)
  return toPage(rows.map(presentUser), count, query)
}

/** In the order of the ids; closed accounts too, and those that are not there are left out. */
export async function manyUsers({ db }: Context, ids: string[]): Promise<{ items: AdminUser[] }> {
  const asked = [...new Set(ids)]
  const rows = asked.length > 0 ? await findUsers(db, asked) : []
  return { items: inPlace(rows, asked).map(presentAdminUser) }
}

/** Closed accounts too; NOT_FOUND for nobody. */
export async function userOf(db: Db, userId: string): Promise<AdminUser> {
  const row = await findUser(db, userId)
  if (!row) throw notFound('This user')
  return presentAdminUser(row)
}

export type SubscriptionOf = (db: Db, userId: string) => Promise<Me['subscription']>

export async function me({ db, actor }: Context, subscriptionOf: SubscriptionOf): Promise<Me> {
  const user = await findUser(db, actor.userId)
  if (!user) throw notFound('Your account')
  const behind = actor.impersonator && (await findImpersonation(db, actor.sessionId))
  return {
    user: presentUser(user),
    balance: await balanceOf(db, actor.userId),
    subscription: await subscriptionOf(db, actor.userId),
    impersonation: behind && presentImpersonation(behind),
  }
}

export const presentUser = (row: UserRow): User => ({
  id: row.id,
  email: row.email,
  phone: row.phone,
  firstName: row.firstName,
  lastName: row.lastName,
  companyName: row.companyName ?? undefined,
  role: Role.parse(row.role),
  address_country: row.addressCountry ?? undefined,
  address_state: row.addressState ?? undefined,
  address_city: row.addressCity ?? undefined,
  address_street: row.addressStreet ?? undefined,
  address_apt_suite: row.addressAptSuite ?? undefined,
  address_zip: row.addressZip ?? undefined,
  profilePictureUrl: row.pictureKey === null ? undefined : pictureUrl(row.pictureKey),
  emailVerifiedAt: row.emailVerifiedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  isActive: row.isActive,
})

export const presentAdminUser = (row: UserRow): AdminUser => ({
  ...presentUser(row),
  closedAt: row.closedAt?.toISOString(),
})
