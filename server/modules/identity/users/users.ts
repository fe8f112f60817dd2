import { type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import { Role } from '@dooryard/contract/api/roles'
import type { Me } from '@dooryard/contract/identity/account'
import type { AdminUser, UserQuery } from '@dooryard/contract/identity/admin-users'
import type { User } from '@dooryard/contract/identity/users'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors/app-error.ts'
import { sortByIds } from '../../../platform/lists/paged-lists.queries.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { getBalance } from '../../credits/index.ts'
import { getUnreadNotifications } from '../notifications/notifications.ts'
import { toPictureUrl } from '../pictures/pictures.ts'
import { findImpersonation } from '../sessions/sessions.queries.ts'
import { presentImpersonation } from '../sessions/sessions.ts'
import { countUsers, findUser, findUsers, selectUsers, type UserRow } from './users.queries.ts'

export async function listUsers({ db }: Context, query: UserQuery): Promise<PageResult<User>> {
  const { search, role: roles, sort, order } = query
  const filter = { search, roles }
  const count = await countUsers(db, filter)
  const rows = await selectUsers(db, filter, { sort, order, ...toSlice(query) }, count)
  return toPage(rows.map(presentUser), count, query)
}

/** In the order of the ids; includes closed accounts and omits unknown ids. */
export async function listUsersById({ db }: Context, ids: string[]): Promise<{ items: AdminUser[] }> {
  const uniqueIds = [...new Set(ids)]
  const rows = uniqueIds.length > 0 ? await findUsers(db, uniqueIds) : []
  return { items: sortByIds(rows, uniqueIds).map(presentAdminUser) }
}

/** Includes closed accounts; NOT_FOUND for an unknown id. */
export async function getUser(db: Db, userId: string): Promise<AdminUser> {
  const row = await findUser(db, userId)
  if (!row) throw notFound('This user')
  return presentAdminUser(row)
}

export type GetSubscription = (db: Db, userId: string) => Promise<Me['subscription']>

export async function getCurrentUser({ db, actor }: Context, getSubscription: GetSubscription): Promise<Me> {
  const user = await findUser(db, actor.userId)
  if (!user) throw notFound('Your account')
  const impersonation = actor.impersonator && (await findImpersonation(db, actor.sessionId))
  return {
    user: presentUser(user),
    balance: await getBalance(db, actor.userId),
    unreadNotifications: await getUnreadNotifications(db, actor.userId),
    subscription: await getSubscription(db, actor.userId),
    impersonation: impersonation && presentImpersonation(impersonation),
    mustSetUpSecondFactor: actor.secondFactor?.mustSetUp || undefined,
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
  profilePictureUrl: row.pictureKey === null ? undefined : toPictureUrl(row.pictureKey),
  emailVerifiedAt: row.emailVerifiedAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  isActive: row.isActive,
})

export const presentAdminUser = (row: UserRow): AdminUser => ({
  ...presentUser(row),
  closedAt: row.closedAt?.toISOString(),
})
