import { affiliateCustomers } from '../../demo-affiliate.ts'
import { createMoments } from '../calendar.ts'
import type { HistoryGenerator } from '../history-step.ts'
import { planAdministrator } from './admin-steps.ts'
import { planAffiliate } from './affiliate-steps.ts'
import { planSeasonalCoupons } from './coupons.ts'
import { type CustomerParts, planCustomers } from './customer-steps.ts'
import { customers } from './customers.ts'
import { planDemoAccounts } from './demo-account-steps.ts'

type Customers = Pick<CustomerParts, 'customers' | 'affiliateCustomers'>

/** What the accounts paid and were paid, who else became a customer, and what the administrator did. */
export const createAccountsGenerator =
  (people: Customers): HistoryGenerator =>
  (period, random) => {
    const parts = {
      random,
      moments: createMoments(period, random),
      coupons: planSeasonalCoupons(period),
      endsAt: period.endsAt,
      ...people,
    }
    return [...planAdministrator(parts), ...planDemoAccounts(parts), ...planCustomers(parts), ...planAffiliate(parts)]
  }

export const planAccounts = createAccountsGenerator({ customers, affiliateCustomers })
