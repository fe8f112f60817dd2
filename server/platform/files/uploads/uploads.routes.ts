import { uploads } from '@dooryard/contract/data/uploads'
import { handlers, type Route } from '../../http/handlers.ts'
import type { UploadQuota } from './upload-quota.ts'

export const uploadRoutes = ({ getAllowance }: UploadQuota): Route[] =>
  handlers(uploads, { allowance: ({ actor }) => getAllowance(actor) })
