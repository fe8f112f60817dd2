import { type CommissionDeps, recordCommissions } from './affiliates/record-commissions.ts'

/** Every ten minutes: a commission waits for weeks before it can be paid out. */
export const couponSchedule = (deps: CommissionDeps) => ({
  'record-commissions': { cron: '*/10 * * * *', maxAttempts: 1, run: () => recordCommissions(deps) },
})
