import { adminCreditSettings, balances, creditSettings } from '@dooryard/contract/billing/credits'
import { spendingAlerts } from '@dooryard/contract/billing/spending-alerts'
import { handlers, type Route } from '../../platform/http/handlers.ts'
import { getSpendingAlerts, saveSpendingAlerts } from './alerts/spending-alerts.ts'
import { type AccountNotifications, getAccountStream } from './balance/balance.ts'
import {
  changeCreditSetting,
  createCreditSetting,
  getCreditSetting,
  listCreditSettings,
  removeCreditSetting,
} from './settings/credit-settings.ts'

export const creditRoutes = (notifications: AccountNotifications): Route[] => [
  ...handlers(creditSettings, {
    list: ({ db }) => listCreditSettings(db),
    get: ({ db }, { params }) => getCreditSetting(db, params.id),
  }),
  ...handlers(adminCreditSettings, {
    list: ({ db }) => listCreditSettings(db),
    create: (ctx, { body }) => createCreditSetting(ctx, body),
    change: (ctx, { params, body }) => changeCreditSetting(ctx, params.id, body),
    remove: (ctx, { params }) => removeCreditSetting(ctx, params.id),
  }),
  ...handlers(spendingAlerts, {
    get: (ctx) => getSpendingAlerts(ctx),
    save: (ctx, { body }) => saveSpendingAlerts(ctx, body),
  }),
  ...handlers(balances, {
    watch: (ctx) => getAccountStream(ctx, notifications),
  }),
]
