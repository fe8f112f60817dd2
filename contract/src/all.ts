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
  auth,
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
