import { about, adminOutbox } from './about.ts'
import { auditLog } from './admin/audit-log.ts'
import { adminErrors, errorReports } from './admin/error-reports.ts'
import { operations } from './admin/operations.ts'
import { overview } from './admin/overview.ts'
import { revenue } from './admin/revenue.ts'
import { userStatistics } from './admin/user-statistics.ts'
import type { AnyEndpoint } from './api/endpoint.ts'
import { adminBilling } from './billing/admin/admin-billing.ts'
import { adminPayments } from './billing/admin/admin-payments.ts'
import { creditSettingEffects } from './billing/admin/credit-setting-effect.ts'
import { paymentHealth } from './billing/admin/payment-health.ts'
import { adminAffiliates, commissions } from './billing/affiliates.ts'
import { billing } from './billing/billing.ts'
import { coupons } from './billing/coupons.ts'
import { creditHistory } from './billing/credit-history.ts'
import { adminCreditSettings, balances, creditSettings } from './billing/credits.ts'
import { paymentEvents, sandbox } from './billing/payments.ts'
import { adminCatalog } from './billing/plans.ts'
import { spendingAlerts } from './billing/spending-alerts.ts'
import { contacts } from './data/contacts.ts'
import { dataCoverage } from './data/data-coverage.ts'
import { datasets } from './data/datasets/datasets.ts'
import { adminDnc, certificateKeys, dnc } from './data/dnc.ts'
import { files } from './data/files.ts'
import { gazetteers } from './data/gazetteers.ts'
import { mapParts } from './data/map-parts.ts'
import { propertyLists } from './data/property-lists.ts'
import { rolls } from './data/rolls.ts'
import { countySetups } from './data/sources/county-setups.ts'
import { sources } from './data/sources/sources.ts'
import { enterpriseSuppressionLists, suppressionLists } from './data/suppression-lists.ts'
import { uploads } from './data/uploads.ts'
import { account, pictures } from './identity/account.ts'
import { adminUsers } from './identity/admin/admin-users.ts'
import { adminUserNotes } from './identity/admin/user-notes.ts'
import { auth } from './identity/auth.ts'
import { adminEmailChange, emailChange } from './identity/email-change.ts'
import { connectedAccounts, externalSignIn } from './identity/external-sign-in.ts'
import { firstSteps } from './identity/first-steps.ts'
import { notifications } from './identity/notifications.ts'
import { passkeySignIn, passkeys } from './identity/passkeys.ts'
import { adminSecondFactor, secondFactor } from './identity/second-factor.ts'
import { adminApiKeys } from './integrations/admin-api-keys.ts'
import { adminWebhooks } from './integrations/admin-webhooks.ts'
import { apiKeys } from './integrations/api-keys.ts'
import { adminTestOrders, testOrders } from './integrations/test-orders.ts'
import { webhooks } from './integrations/webhook-endpoints.ts'
import { boardExport } from './leads/board-export.ts'
import { bulkLeads } from './leads/bulk-changes.ts'
import { contactResultLog } from './leads/contact-results.ts'
import { leadChanges } from './leads/lead-changes.ts'
import { leadLabels } from './leads/lead-labels.ts'
import { leadMap } from './leads/lead-map.ts'
import { letterTemplates } from './leads/letter-templates.ts'
import { mailings } from './leads/letters.ts'
import { leadTasks } from './leads/tasks.ts'
import { adminCampaigns } from './orders/admin-campaigns.ts'
import { adminOrders } from './orders/admin-orders.ts'
import { campaigns } from './orders/campaigns.ts'
import { enterprise } from './orders/enterprise.ts'
import { exportPresets } from './orders/export/export-presets.ts'
import { orderSending } from './orders/export/send-order.ts'
import { leadBoard } from './orders/lead-board.ts'
import { orders, privateOrders } from './orders/orders.ts'
import { orderQuotes } from './orders/quote/order-quote.ts'
import { singleLeads } from './orders/single-leads.ts'
import { buyerLists } from './properties/buyer-lists.ts'
import { buyerMatches } from './properties/buyer-matches.ts'
import { buyers } from './properties/buyers.ts'
import { filters } from './properties/filters.ts'
import { propertyMap } from './properties/map.ts'
import { mapParcels } from './properties/map-parcels.ts'
import { mapSales } from './properties/map-sales.ts'
import { ownerReveals } from './properties/owner-reveals.ts'
import { properties } from './properties/properties.ts'
import { savedSearches } from './properties/saved-searches.ts'
import { valuations } from './properties/valuation.ts'
import { recurringOrders } from './recurring/recurring-orders.ts'
import { campaignResults, enterpriseCampaignResults } from './results/campaign-results.ts'

const endpointGroups: Record<string, Record<string, AnyEndpoint>> = {
  about,
  auth,
  externalSignIn,
  passkeySignIn,
  account,
  emailChange,
  connectedAccounts,
  passkeys,
  firstSteps,
  notifications,
  pictures,
  secondFactor,
  adminUsers,
  adminUserNotes,
  adminEmailChange,
  adminSecondFactor,
  auditLog,
  creditSettings,
  adminCreditSettings,
  balances,
  creditHistory,
  spendingAlerts,
  billing,
  coupons,
  commissions,
  adminAffiliates,
  adminBilling,
  adminPayments,
  adminOffers: adminCatalog,
  paymentEvents,
  sandbox,
  campaigns,
  campaignResults,
  orders,
  orderSending,
  privateOrders,
  exportPresets,
  orderQuotes,
  leadBoard,
  recurringOrders,
  leadLabels,
  leadTasks,
  leadChanges,
  bulkLeads,
  contactResultLog,
  boardExport,
  leadMap,
  letterTemplates,
  mailings,
  singleLeads,
  testOrders,
  adminTestOrders,
  dnc,
  adminDnc,
  certificateKeys,
  contacts,
  gazetteers,
  mapParts,
  properties,
  ownerReveals,
  valuations,
  propertyMap,
  mapParcels,
  mapSales,
  buyers,
  buyerLists,
  buyerMatches,
  dataCoverage,
  filters,
  files,
  uploads,
  rolls,
  sources,
  datasets,
  countySetups,
  savedSearches,
  propertyLists,
  suppressionLists,
  overview,
  apiKeys,
  enterprise,
  enterpriseSuppressionLists,
  enterpriseCampaignResults,
  webhooks,
  adminCampaigns,
  adminOrders,
  adminApiKeys,
  adminWebhooks,
  revenue,
  userStatistics,
  creditSettingEffects,
  paymentHealth,
  operations,
  errorReports,
  adminErrors,
  adminOutbox,
}

const endpointEntries = Object.entries(endpointGroups).flatMap(([group, endpoints]) =>
  Object.entries(endpoints).map(([operation, endpoint]) => [endpoint, `${group}.${operation}`] as const),
)

export const allEndpoints: readonly AnyEndpoint[] = endpointEntries.map(([endpoint]) => endpoint)

export const endpointNames: ReadonlyMap<AnyEndpoint, string> = new Map(endpointEntries)
