import type { OwnerAccess } from './present-owners.ts'

/** For tests of something else: everyone sees all owners. */
export const openOwners: OwnerAccess = {
  areOpen: true,
  revealsPerDay: 0,
  nameSearchesPerDay: 0,
  listPurchased: async () => [],
}
