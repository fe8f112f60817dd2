import type { ListedSavedSearch } from '@dooryard/contract/saved-searches'
import { countInFinder, yoursInWords } from '../../criteria/saved-search-count.ts'
import { formatNumber, plural, unknown } from '../../lib/format.ts'
import classes from './saved-searches.module.css'
import { lineThrough } from './search-words.ts'

const box = { width: 64, height: 20 }

type Counted = Pick<ListedSavedSearch, 'lastCount' | 'delivered' | 'history'>

/** How many match that are not yet the user's, how many are, and how all of them went over the last counts. */
export function CountLine({ lastCount, delivered = 0, history = [] }: Counted) {
  const counts = history.map(({ count }) => count)
  const [first, last] = [counts.at(0), counts.at(-1)]
  const whose = delivered > 0 ? 'With those you have: from' : 'From'
  const words = `${whose} ${formatNumber(first)} to ${formatNumber(last)} in ${plural(counts.length, 'count')}`
  const left = countInFinder({ lastCount, delivered })
  return (
    <span className={classes.count}>
      {counts.length > 1 && (
        <svg className={classes.line} viewBox={`0 0 ${box.width} ${box.height}`} {...box} role="img" aria-label={words}>
          <title>{words}</title>
          <polyline points={lineThrough(counts, box)} />
        </svg>
      )}
      <span className={classes.numbers}>
        {left === null ? unknown : formatNumber(left)}
        {left !== null && delivered > 0 && <small>{yoursInWords({ delivered })}</small>}
      </span>
    </span>
  )
}
