import { test } from 'vitest'
import { type Budget, useBudgets } from './budgets.ts'

const { expectWithinBudget } = useBudgets()

// One of each kind of screen: without the layout, with a list, with maps and charts, and with the API reference.
const budgets: Budget[] = [
  // The goals are 130 for the login and 230 for screens without a map; higher values miss their goal.
  ['/login', null, 132],
  ['/register', null, 190],
  ['/portal/users', 'admin', 245],
  ['/portal', 'admin', 230, 'canvas'],
  ['/portal', 'consumer', 230],
  ['/portal/campaigns/create', 'enterprise', 230],
  ['/portal/lead-finder', 'consumer', 600, 'canvas'],
  ['/portal/api-reference', 'enterprise', 230],
]

test.each(budgets)('%s for %s stays within its budget', async (...budget) => {
  await expectWithinBudget(...budget)
})
