import { creditHistory } from '@dooryard/contract/credit-history'
import { handlers } from '../../platform/http/handlers.ts'
import { exportCreditHistory } from './history/export-credit-history.ts'
import { balanceHistory, listCreditHistory, listHolds } from './history/list-credit-history.ts'

export const creditHistoryRoutes = handlers(creditHistory, {
  list: (ctx, { query }) => listCreditHistory(ctx, query),
  export: (ctx, { query }) => exportCreditHistory(ctx, query),
  holds: (ctx) => listHolds(ctx),
  balances: (ctx, { query }) => balanceHistory(ctx, query),
})
