import { type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import { Role } from '@dooryard/contract/api/roles'
import type { Me } from '@dooryard/contract/identity/account'
import type { AdminUser, ListedUser, UserQuery, UserState } from '@dooryard/contract/identity/admin/admin-users'
import type { User } from '@dooryard/contract/identity/users'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors/app-error.ts'
import { sortByIds } from '../../../platform/lists/paged-lists.queries.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { getBalance, getCreditsAtLastGrant, selectBalances } from '../../credits/index.ts'
import { getUnreadNotifications } from '../notifications/notifications.ts'
import { toPictureUrl } from '../pictures/pictures.ts'
import { findImpersonation } from '../sessions/sessions.queries.ts'
import { presentImpersonation } from '../sessions/sessions.ts'
import { countUsers, findUser, findUsers, listLastSeen, selectUsers, type UserRow } from './users.queries.ts'

/** The plan of each user who subscribes, and the payments of each who has paid, less refunds. */
export type ListCustomerFacts = (
  db: Db,
  userIds: readonly string[],
) => Promise<ReadonlyMap<string, Pick<ListedUser, 'spent'> & { planName: string | undefined }>>

export async function listUsers(
  { db }: Context,
  query: UserQuery,
  listCustomerFacts: ListCustomerFacts,
): Promise<PageResult<ListedUser>> {
  const { search, role: roles, state, sort, order } = query
  const filter = { search, roles, state }
  const count = await countUsers(db, filter)
  const rows = await selectUsers(db, filter, { sort, order, ...toSlice(query) }, count)
  return toPage(await presentListedUsers(db, rows, listCustomerFacts), count, query)
}

async function presentListedUsers(db: Db, rows: readonly UserRow[], listCustomerFacts: ListCustomerFacts) {
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return []
  const [customers, balances, seen] = await Promise.all([
    listCustomerFacts(db, ids),
    selectBalances(db).where('userId', 'in', ids).execute(),
    listLastSeen(db, ids),
  ])
  const balanceById = new Map(balances.map((row) => [row.userId, row.subscriptionAvailable + row.onDemandAvailable]))
  const seenById = new Map(seen.map(({ userId, lastSeenAt }) => [userId, lastSeenAt]))
  return rows.map((row): ListedUser => {
    const { planName, spent = [] } = customers.get(row.id) ?? {}
    const balance = balanceById.get(row.id) ?? 0
    const facts = { state: getUserState(row), balance, planName, spent }
    return { ...presentUser(row), ...facts, lastSeenAt: seenById.get(row.id)?.toISOString() }
  })
}

function getUserState({ isActive, emailVerifiedAt, madeByAdministrator }: UserRow): UserState {
  if (!isActive) return 'DEACTIVATED'
  if (emailVerifiedAt) return 'ACTIVE'
  return madeByAdministrator ? 'INVITED' : 'UNVERIFIED'
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
    creditsAtLastGrant: await getCreditsAtLastGrant(db, actor.userId),
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
