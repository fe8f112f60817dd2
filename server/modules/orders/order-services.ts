import type { Services } from '../../platform/context.ts'
import type { ContactDesk } from '../contacts/index.ts'

/** What the jobs of orders need. */
export type OrderServices = Services & { contacts: ContactDesk }
