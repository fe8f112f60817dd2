import { creditSettingEffects } from '@dooryard/contract/credit-setting-effect'
import { handlers } from '../../platform/http/handlers.ts'
import { foreseeEffect } from './credit-setting-effect.ts'

export const creditSettingEffectRoutes = handlers(creditSettingEffects, {
  foresee: (ctx, { params, body }) => foreseeEffect(ctx, params.id, body),
})
