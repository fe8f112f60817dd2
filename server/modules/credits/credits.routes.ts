import { creditSettings } from '@dooryard/contract/credits'
import { handlers } from '../../platform/http/handlers.ts'
import { creditSetting, listCreditSettings } from './credit-settings.ts'

export const creditRoutes = handlers(creditSettings, {
  list: ({ db }) => listCreditSettings(db),
  get: ({ db }, { params }) => creditSetting(db, params.id),
})
