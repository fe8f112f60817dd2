import type { SandboxCheckout } from '@dooryard/contract/payments'
import { formatMoney } from '../../lib/format.ts'
import classes from './checkout.module.css'
import { cardText, checkoutTitle } from './checkout-words.ts'

/** What is bought, line by line. */
export function Summary({ checkout }: { checkout: SandboxCheckout }) {
  const { kind, name, list, discount, total, isMonthly } = checkout
  return (
    <section className={classes.summary} aria-label="What you pay for">
      <h1>{checkoutTitle(checkout)}</h1>
      {kind === 'PAYMENT_METHOD' ? (
        <p className={classes.dimmed}>{cardText(checkout)}</p>
      ) : (
        <>
          <p className={classes.total}>
            {formatMoney(total)}
            {isMonthly && <span> for the first month</span>}
          </p>
          <dl className={classes.lines}>
            <div>
              <dt>{isMonthly ? `${name}, one month` : name}</dt>
              <dd>{formatMoney(list)}</dd>
            </div>
            {discount.amount > 0 && (
              <div>
                <dt>Coupon</dt>
                <dd>{formatMoney({ ...discount, amount: -discount.amount })}</dd>
              </div>
            )}
            <div data-sum>
              <dt>Due now</dt>
              <dd>{formatMoney(total)}</dd>
            </div>
          </dl>
          {isMonthly && (
            <p className={classes.dimmed}>Then {formatMoney(list)} a month, until you cancel, at any time.</p>
          )}
        </>
      )}
    </section>
  )
}
