import {
  andClauses,
  type Bind,
  type Clause,
  type ClauseByField,
  type CriteriaGroup,
  inDates,
  inList,
  inRange,
  matchesWordPrefixes,
} from './clauses.ts'

type Mortgage = CriteriaGroup<'mortgage'>
type LoanField = 'loanTypes' | 'lenderTypes' | 'lenderName' | 'originatedOn'
type MortgageClauses = ClauseByField<Omit<Mortgage, LoanField>> & { loan: Clause }

/** Conditions on the open loans of a property. */
export const compileMortgage = (bind: Bind, mortgage: Mortgage, asOf: Date): MortgageClauses => ({
  loan: compileLoan(bind, mortgage, asOf),
  openLoans: inRange(bind, 'open_loans', mortgage.openLoans),
  balance: inRange(bind, 'open_balance', mortgage.balance),
  ltvPercent: inRange(bind, 'ltv_percent', mortgage.ltvPercent),
  equityPercent: inRange(bind, 'equity_percent', mortgage.equityPercent),
  equityAmount: inRange(bind, 'equity_amount', mortgage.equityAmount),
})

/** Type, lender and date must match the same loan: an FHA loan of another lender is no match. */
function compileLoan(bind: Bind, mortgage: Mortgage, asOf: Date): Clause {
  const loan = compileLoanCondition(bind, mortgage, asOf)
  if (!loan) return undefined
  const arrays = 'mortgages.loan_type, mortgages.lender_type, lender_words, mortgages.originated_on'
  return `arrayExists((loan_type, lender_type, words, originated_on) -> ifNull(${loan}, false), ${arrays})`
}

/** Over `loan_type`, `lender_type`, `words` and `originated_on`. */
export const compileLoanCondition = (bind: Bind, mortgage: Pick<Mortgage, LoanField>, asOf: Date): Clause =>
  andClauses([
    inList(bind, 'loan_type', mortgage.loanTypes),
    inList(bind, 'lender_type', mortgage.lenderTypes),
    matchesWordPrefixes(bind, 'words', mortgage.lenderName),
    inDates(bind, 'originated_on', mortgage.originatedOn, asOf),
  ])
