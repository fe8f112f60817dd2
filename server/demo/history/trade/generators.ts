import type { HistoryGenerator } from '../history-step.ts'
import { planApiKeys } from './api-keys.ts'
import { planBoards } from './board.ts'
import { planCalls } from './calls.ts'
import { planLists } from './lists.ts'
import { planMailings } from './mailings.ts'
import { planOrderEvents } from './order-events.ts'
import { planOrders } from './orders.ts'
import { planRecurring } from './recurring.ts'
import { planResults } from './results.ts'
import { planSearches } from './searches.ts'
import { planTasks } from './tasks.ts'
import { planWebhooks } from './webhooks.ts'

/** What the customers do with leads. Their order seeds the random numbers of each. */
export const tradeGenerators: readonly HistoryGenerator[] = [
  planOrders,
  planOrderEvents,
  planBoards,
  planCalls,
  planResults,
  planSearches,
  planRecurring,
  planLists,
  planApiKeys,
  planWebhooks,
  planTasks,
  planMailings,
]
