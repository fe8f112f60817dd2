import { test } from 'vitest'
import { type Budget, useBudgets } from './budgets.ts'

const { staysWithin } = useBudgets()

// One of each kind of screen: without a frame, with a list, with maps and charts, and with the reference.
const budgets: Budget[] = [
  ['/login', null, 230],
  ['/portal/users', 'admin', 300],
  ['/portal', 'admin', 390],
  ['/portal', 'consumer', 300],
  ['/portal/campaigns/create', 'enterprise', 300],
  ['/portal/lead-finder', 'consumer', 740],
  ['/portal/api-reference', 'enterprise', 740],
]

test.each(budgets)('%s for %s loads at most its share', async (...budget) => {
  await staysWithin(...budget)
})
