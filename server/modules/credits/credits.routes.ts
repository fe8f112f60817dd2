import { adminCreditSettings, balances, creditSettings } from '@dooryard/contract/credits'
import { handlers } from '../../platform/http/handlers.ts'
import { watchOwnBalance } from './balance.ts'
import {
  changeCreditSetting,
  createCreditSetting,
  creditSetting,
  listCreditSettings,
  removeCreditSetting,
} from './credit-settings.ts'

export const creditRoutes = [
  ...handlers(creditSettings, {
    list: ({ db }) => listCreditSettings(db),
    get: ({ db }, { params }) => creditSetting(db, params.id),
  }),
  ...handlers(adminCreditSettings, {
    list: ({ db }) => listCreditSettings(db),
    create: (ctx, { body }) => createCreditSetting(ctx, body),
    change: (ctx, { params, body }) => changeCreditSetting(ctx, params.id, body),
    remove: (ctx, { params }) => removeCreditSetting(ctx, params.id),
  }),
  ...handlers(balances, {
    watch: (ctx) => watchOwnBalance(ctx),
  }),
]
