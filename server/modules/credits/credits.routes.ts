import { adminCreditSettings, balances, creditSettings } from '@dooryard/contract/billing/credits'
import { handlers } from '../../platform/http/handlers.ts'
import { getBalanceStream } from './balance/balance.ts'
import {
  changeCreditSetting,
  createCreditSetting,
  getCreditSetting,
  listCreditSettings,
  removeCreditSetting,
} from './settings/credit-settings.ts'

export const creditRoutes = [
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
  ...handlers(balances, {
    watch: (ctx) => getBalanceStream(ctx),
  }),
]
