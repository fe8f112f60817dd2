import { about } from './about.ts'
import { account, pictures } from './account.ts'
import { adminUsers } from './admin-users.ts'
import { auditLog } from './audit-log.ts'
import { auth } from './auth.ts'
import { buyers } from './buyers.ts'
import { campaigns } from './campaigns.ts'
import { creditSettings } from './credits.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { files } from './files.ts'
import { filters } from './filters.ts'
import { propertyMap } from './map.ts'
import { orders } from './orders.ts'
import { properties } from './properties.ts'
import { rolls } from './rolls.ts'
import { savedSearches } from './saved-searches.ts'

/** Every call that exists. */
export const allEndpoints: readonly AnyEndpoint[] = [
  about,
  auth,
  account,
  pictures,
  adminUsers,
  auditLog,
  creditSettings,
  campaigns,
  orders,
  properties,
  propertyMap,
  buyers,
  filters,
  files,
  rolls,
  savedSearches,
].flatMap((table) => Object.values(table))
