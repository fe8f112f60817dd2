export type Equity = {
  openBalance: number | null
  equityAmount: number | null
  equityPercent: number | null
  ltvPercent: number | null
}

const unknown: Equity = { openBalance: null, equityAmount: null, equityPercent: null, ltvPercent: null }
const tenths = (percent: number) => Math.round(percent * 10) / 10

/** Unknown where the source does not publish the amount of each loan; without a value, only the balance is known. */
export function equityOf(estimatedValue: number | null, loans: readonly { amount: number | null }[] | null): Equity {
  if (!loans) return unknown
  let openBalance = 0
  for (const { amount } of loans) {
    if (amount === null) return unknown
    openBalance += amount
  }
  if (!estimatedValue) return { ...unknown, openBalance }
  const ltvPercent = tenths((openBalance / estimatedValue) * 100)
  return {
    openBalance,
    equityAmount: estimatedValue - openBalance,
    equityPercent: tenths(100 - ltvPercent),
    ltvPercent,
  }
}
