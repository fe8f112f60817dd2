import type { SavedSearch } from '@dooryard/contract/saved-searches'
import { ActionIcon, Button, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { useCountyName } from '../../criteria/county-name.data.ts'
import { criteriaInOneLine } from '../../criteria/words.ts'
import { sentenceFor } from '../../lib/errors.ts'
import { formatNumber } from '../../lib/format.ts'
import classes from './flow.module.css'
import type { ChosenSearch, Counted } from './pipeline.data.ts'

type SearchCardProps = {
  chosen: ChosenSearch
  counted: Counted | undefined
  /** Which colour stands for it in the picture. */
  shade: number
  onRemove: () => void
}

function Changes({ search: { id, changes } }: { search: SavedSearch }) {
  if (!changes || changes.entered + changes.left === 0) return null
  const words = [
    changes.entered > 0 && `${formatNumber(changes.entered)} new`,
    changes.left > 0 && `${formatNumber(changes.left)} gone`,
  ]
  return (
    <Link to="/portal/settings/saved-searches" search={{ changes: id }} className={classes.changes}>
      {words.filter(Boolean).join(', ')} since your last visit
    </Link>
  )
}

function Known({ search, counted }: { search: SavedSearch; counted: Counted | undefined }) {
  const countyName = useCountyName(search.criteria.location?.counties)
  const { count, error } = counted ?? {}
  return (
    <>
      <div className={classes.cardWords}>
        <h3>
          <Link to="/portal/lead-finder" search={{ criteria: search.criteria }} title="Open in the lead finder">
            {search.name}
          </Link>
        </h3>
        <p title={criteriaInOneLine(search.criteria, countyName)}>{criteriaInOneLine(search.criteria, countyName)}</p>
        <Changes search={search} />
      </div>
      <div className={classes.cardCount} data-stale={counted?.isStale || undefined}>
        {count !== undefined ? formatNumber(count) : error ? 'Not counted' : <Skeleton height={16} width={48} mt={4} />}
      </div>
    </>
  )
}

const goneWords = 'This saved search was deleted'

function Unknown({ chosen }: { chosen: Exclude<ChosenSearch, { state: 'there' }> }) {
  if (chosen.state === 'loading') return <Skeleton height={36} className={classes.cardWords} aria-label="Loading" />
  if (chosen.state === 'gone')
    return (
      <div className={classes.cardWords} role="alert">
        <h3>{goneWords}</h3>
        <p>Remove it to see the rest.</p>
      </div>
    )
  return (
    <div className={classes.cardWords} role="alert">
      <h3>Not loaded</h3>
      <p>{sentenceFor(chosen.error)}</p>
      <Button size="compact-sm" variant="default" mt={4} onClick={chosen.again}>
        Try Again
      </Button>
    </div>
  )
}

/** One chosen search: what it asks, how many it finds, what changed. */
export function SearchCard({ chosen, counted, shade, onRemove }: SearchCardProps) {
  const name = chosen.state === 'there' ? chosen.search.name : goneWords
  const isBad = chosen.state === 'gone' || chosen.state === 'failed' || Boolean(counted?.error)
  return (
    <li className={classes.card} data-bad={isBad || undefined}>
      <span className={classes.dot} data-shade={shade} aria-hidden="true" />
      {chosen.state === 'there' ? (
        <Known search={chosen.search} counted={counted} />
      ) : (
        <>
          <Unknown chosen={chosen} />
          <span />
        </>
      )}
      <ActionIcon aria-label={`Remove ${name}`} title="Remove" onClick={onRemove}>
        <X size={16} aria-hidden="true" />
      </ActionIcon>
      {counted?.error && (
        <p className={classes.cardFailure} role="alert">
          {sentenceFor(counted.error)}
          <Button size="compact-sm" variant="default" loading={counted.isFetching} onClick={counted.again}>
            Try Again
          </Button>
        </p>
      )}
    </li>
  )
}
