import { about, adminOutbox } from './about.ts'
import { account, pictures } from './account.ts'
import { adminApiKeys } from './admin-api-keys.ts'
import { adminBilling } from './admin-billing.ts'
import { adminCampaigns } from './admin-campaigns.ts'
import { adminOrders } from './admin-orders.ts'
import { adminUsers } from './admin-users.ts'
import { adminWebhooks } from './admin-webhooks.ts'
import { apiKeys } from './api-keys.ts'
import { auditLog } from './audit-log.ts'
import { auth } from './auth.ts'
import { billing } from './billing.ts'
import { buyers } from './buyers.ts'
import { campaigns } from './campaigns.ts'
import { contacts } from './contacts.ts'
import { coupons } from './coupons.ts'
import { creditHistory } from './credit-history.ts'
import { creditSettingEffects } from './credit-setting-effect.ts'
import { adminCreditSettings, balances, creditSettings } from './credits.ts'
import { adminDnc, certificateKeys, dnc } from './dnc.ts'
import type { AnyEndpoint } from './endpoint.ts'
import { enterprise } from './enterprise.ts'
import { files } from './files.ts'
import { filters } from './filters.ts'
import { leadBoard } from './lead-board.ts'
import { propertyMap } from './map.ts'
import { operations } from './operations.ts'
import { orderQuotes } from './order-quote.ts'
import { orders, privateOrders } from './orders.ts'
import { overview } from './overview.ts'
import { paymentHealth } from './payment-health.ts'
import { paymentEvents, sandbox } from './payments.ts'
import { adminOffers } from './plans.ts'
import { properties } from './properties.ts'
import { rolls } from './rolls.ts'
import { savedSearches } from './saved-searches.ts'
import { uploads } from './uploads.ts'
import { userStatistics } from './user-statistics.ts'
import { webhooks } from './webhook-calls.ts'

const tables: Record<string, Record<string, AnyEndpoint>> = {
  about,
  auth,
  account,
  pictures,
  adminUsers,
  auditLog,
  creditSettings,
  adminCreditSettings,
  balances,
  creditHistory,
  billing,
  coupons,
  adminBilling,
  adminOffers,
  paymentEvents,
  sandbox,
  campaigns,
  orders,
  privateOrders,
  orderQuotes,
  leadBoard,
  dnc,
  adminDnc,
  certificateKeys,
  contacts,
  properties,
  propertyMap,
  buyers,
  filters,
  files,
  uploads,
  rolls,
  savedSearches,
  overview,
  apiKeys,
  enterprise,
  webhooks,
  adminCampaigns,
  adminOrders,
  adminApiKeys,
  adminWebhooks,
  userStatistics,
  creditSettingEffects,
  paymentHealth,
  operations,
  adminOutbox,
}

const named = Object.entries(tables).flatMap(([table, calls]) =>
  Object.entries(calls).map(([call, endpoint]) => [endpoint, `${table}.${call}`] as const),
)

export const allEndpoints: readonly AnyEndpoint[] = named.map(([endpoint]) => endpoint)

export const endpointNames: ReadonlyMap<AnyEndpoint, string> = new Map(named)
