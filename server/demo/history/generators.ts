import { planCustomerOrders } from './accounts/customer-orders.ts'
import { planAccounts } from './accounts/plan-accounts.ts'
import { planCountyImports } from './county-imports.ts'
import type { HistoryGenerator } from './history-step.ts'
import { tradeGenerators } from './trade/generators.ts'

/** The parts of the history. Their order is part of it: it seeds the random numbers of each. */
export const historyGenerators: readonly HistoryGenerator[] = [
  planAccounts,
  ...tradeGenerators,
  planCountyImports,
  planCustomerOrders,
]
