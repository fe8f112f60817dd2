import { formatNumber, unknown } from '../../lib/format.ts'
import classes from './credit-change.module.css'

/** A change of credits with its sign; none is a dash. */
export function CreditChange({ amount, isToned }: { amount: number; isToned?: boolean }) {
  if (amount === 0) return <span className={classes.none}>{unknown}</span>
  const tone = isToned ? (amount > 0 ? 'good' : 'bad') : undefined
  return (
    <span className={classes.change} data-tone={tone}>
      {amount > 0 ? '+' : '−'}
      {formatNumber(Math.abs(amount))}
    </span>
  )
}
