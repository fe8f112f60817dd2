import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { Button } from '@mantine/core'
import { CheckCheck, MapPinOff, SearchX } from 'lucide-react'
import { isFullyPurchased, useCount, useFilterBreakdown } from '../../../criteria/count/count.data.ts'
import { findMostRestrictiveFilter } from '../../../criteria/count/filter-impact.ts'
import { useCountyName } from '../../../criteria/places/places.data.ts'
import { formatNoDataTitle } from '../../../criteria/places/places-without-data.ts'
import { getStateName } from '../../../criteria/places/states.ts'
import {
  formatNoDataNames,
  type UncoveredPlace,
  useUncoveredPlaces,
} from '../../../criteria/places/uncovered-places.data.ts'
import { formatNumber } from '../../../lib/format/format.ts'
import { LinkButton } from '../../../ui/display/links.tsx'
import { StateView } from '../../../ui/feedback/state-view.tsx'
import { removePlaces, replacePlaces, useCoveredAlternatives } from './covered-places.data.ts'

type NoMatchesProps = { criteria: Criteria; onCriteriaChange: (criteria: Criteria) => void }

/** Why no property is listed, and what helps. */
export function NoMatches(props: NoMatchesProps) {
  const { places, areAll } = useUncoveredPlaces(props.criteria)
  const [first] = places
  return first && areAll ? (
    <NoData {...props} places={places} first={first} />
  ) : (
    <NothingFound {...props} uncovered={places} />
  )
}

function NothingFound({ criteria, onCriteriaChange, uncovered }: NoMatchesProps & { uncovered: UncoveredPlace[] }) {
  const { data } = useFilterBreakdown(criteria)
  const countyName = useCountyName(criteria.location?.counties)
  const best = findMostRestrictiveFilter(data?.waterfall, criteria, countyName)
  const isAllTheirs = isFullyPurchased(useCount(criteria))
  return (
    <StateView
      icon={isAllTheirs ? CheckCheck : SearchX}
      title={isAllTheirs ? 'You have purchased all leads that match' : 'No properties match your filters'}
      text={
        <>
          {best
            ? `Without “${best.words}” ${formatNumber(best.givesBack)} ${best.givesBack === 1 ? 'matches' : 'match'}.`
            : 'Remove a filter, or start over.'}
          {uncovered.length > 0 && ` ${formatNoDataNames(uncovered)}.`}
        </>
      }
      action={
        <>
          {best && <Button onClick={() => onCriteriaChange(best.without)}>Remove filter</Button>}
          <Button variant="default" onClick={() => onCriteriaChange({})}>
            Clear filters
          </Button>
        </>
      }
    />
  )
}

type NoDataProps = NoMatchesProps & { places: UncoveredPlace[]; first: UncoveredPlace }

/** No chosen place has data: offers places that do, those of the state first. */
function NoData({ criteria, onCriteriaChange, places, first }: NoDataProps) {
  const { kind, items } = useCoveredAlternatives(first)
  const where = getStateName(first.state)
  const others =
    kind === 'counties' ? `Counties with data in ${where}:` : `${where} has no data yet. States with the most data:`
  return (
    <StateView
      icon={MapPinOff}
      title={formatNoDataTitle(places)}
      text={
        <>
          {places.map(({ label }) => label).join(', ')}.{items.length > 0 && ` ${others}`}
        </>
      }
      action={
        <>
          {items.map(({ value, label }) => (
            <Button
              key={value}
              variant="default"
              onClick={() => onCriteriaChange(replacePlaces(criteria, kind, value))}
            >
              {label}
            </Button>
          ))}
          <LinkButton variant="subtle" to="/portal/coverage">
            View data coverage
          </LinkButton>
          <Button variant="subtle" onClick={() => onCriteriaChange(removePlaces(criteria, places))}>
            {places.length === 1 ? 'Remove the place' : 'Remove the places'}
          </Button>
        </>
      }
    />
  )
}
