import type { Price } from '@dooryard/contract/purchases'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import classes from './offers.module.css'

type LineProps = { label: string; value: string; isSum?: true }

/** One line of a bill. */
export function BillLine({ label, value, isSum }: LineProps) {
  return (
    <div data-sum={isSum}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}

/** What is to be paid, from the list price down, and the credits that come of it. */
export function PriceLines({ name, price }: { name: string; price: Price }) {
  const { list, discount, total, renewal, credits, bonusCredits, coupon } = price
  return (
    <dl className={classes.bill}>
      <BillLine label={name} value={formatMoney(list)} />
      {discount.amount > 0 && (
        <BillLine
          label={`Coupon ${coupon?.code ?? ''}`}
          value={formatMoney({ ...discount, amount: -discount.amount })}
        />
      )}
      <BillLine isSum label="Due now" value={formatMoney(total)} />
      <BillLine label="Credits" value={`+${formatNumber(credits)}`} />
      {bonusCredits > 0 && <BillLine label="From the coupon" value={`+${formatNumber(bonusCredits)}`} />}
      {renewal && <BillLine label="Each later month" value={formatMoney(renewal)} />}
    </dl>
  )
}
