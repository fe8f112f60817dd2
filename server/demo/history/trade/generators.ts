import type { HistoryGenerator } from '../history-step.ts'
import { planBoards } from './board.ts'
import { planCalls } from './calls.ts'
import { planOrderEvents } from './order-events.ts'
import { planOrders } from './orders.ts'
import { planResults } from './results.ts'

/** What the customers do with leads. Their order seeds the random numbers of each. */
export const tradeGenerators: readonly HistoryGenerator[] = [
  planOrders,
  planOrderEvents,
  planBoards,
  planCalls,
  planResults,
]
