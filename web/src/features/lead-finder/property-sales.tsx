import type { Transfer } from '@dooryard/contract/transfers'
import classes from './property-sales.module.css'
import { saleWords } from './sale-words.ts'

/** The sales of a property, newest first, each with the rolls that tell of it. */
export function PropertySales({ transfers }: { transfers: Transfer[] }) {
  return (
    <ol className={classes.sales}>
      {transfers.map((transfer, index) => {
        const { when, price, parties, details, source } = saleWords(transfer)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two deeds may say the same, and the list never changes
          <li key={index} className={classes.sale}>
            <p className={classes.head}>
              <time dateTime={transfer.isMonthOnly ? transfer.recordedOn.slice(0, 7) : transfer.recordedOn}>
                {when}
              </time>
              <span data-unknown={transfer.price === null || undefined}>{price}</span>
            </p>
            {parties && <p>{parties}</p>}
            {details && <p>{details}</p>}
            <p className={classes.source}>{source}</p>
          </li>
        )
      })}
    </ol>
  )
}
