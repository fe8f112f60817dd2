import { certificateKeys } from '@dooryard/contract/dnc'
import { handlers } from '../../platform/http/handlers.ts'
import { certificateKeySet } from './certificate-keys.ts'

export const certificateRoutes = handlers(certificateKeys, {
  get: ({ secrets }) => certificateKeySet(secrets),
})
