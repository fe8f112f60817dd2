import type { OrderQuote } from '@dooryard/contract/order-quote'

/** The most that an order could deliver: an order also asks the contact provider about owners nobody asked about yet. */
export const mostDeliverable = ({ deliverable, notTraced }: Pick<OrderQuote, 'deliverable' | 'notTraced'>) =>
  deliverable + notTraced
