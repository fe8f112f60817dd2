import type { AdminUser } from '@dooryard/contract/admin-users'
import { Role } from '@dooryard/contract/roles'
import type { User } from '@dooryard/contract/users'
import { pictureUrl } from './picture-keys.ts'
import type { UserRow } from './users.queries.ts'

/** A user as the API shows it. */
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

/** The same as administrators find them, who are told of a closed account, too. */
export const presentAdminUser = (row: UserRow): AdminUser => ({
  ...presentUser(row),
  closedAt: row.closedAt?.toISOString(),
})
