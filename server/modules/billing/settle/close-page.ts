import { isAppError } from '../../../platform/errors.ts'
import type { PaymentProvider } from '../provider.ts'

/** False where the provider knows of no such page, as after a change of account: nobody can pay there either. */
export async function closePage(provider: PaymentProvider, sessionId: string): Promise<boolean> {
  try {
    await provider.expireCheckout(sessionId)
    return true
  } catch (error) {
    if (isAppError(error) && error.code === 'NOT_FOUND') return false
    throw error
  }
}
