import { formatDollars, plural } from '../../lib/format.ts'
import type { Band } from './buyer-words.ts'
import classes from './price-band.module.css'

type PriceBandProps = { band: Band; prices: readonly number[] }

/** The known prices on a line from the least to the greatest, with the middle one marked. */
export function PriceBand({ band, prices }: PriceBandProps) {
  const { min, median, max, known } = band
  const at = (price: number) => (max === min ? 50 : Math.min(Math.max(((price - min) / (max - min)) * 100, 0), 100))
  return (
    <figure className={classes.band}>
      <div className={classes.line} aria-hidden="true">
        {prices.map((price, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two purchases may cost the same
          <span key={index} className={classes.price} style={{ left: `${at(price)}%` }} />
        ))}
        <span className={classes.median} style={{ left: `${at(median)}%` }} />
      </div>
      <dl className={classes.ends}>
        <div>
          <dt>Lowest</dt>
          <dd>{formatDollars(min)}</dd>
        </div>
        <div>
          <dt>Median</dt>
          <dd>{formatDollars(median)}</dd>
        </div>
        <div>
          <dt>Highest</dt>
          <dd>{formatDollars(max)}</dd>
        </div>
      </dl>
      <figcaption>{plural(known, 'known price')} of the deeds below</figcaption>
    </figure>
  )
}
