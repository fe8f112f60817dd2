import { repeatLeadFreeDays } from '@dooryard/contract/api/limits'

export const purchasePromise =
  `You never pay twice for the same data of a lead within ${repeatLeadFreeDays} days. ` +
  'Leads you purchased are left out, unless you include them or add their phones.'
