import { buyerKinds, buyerLookBacks } from '@dooryard/contract/buyers'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Segments } from '../../ui/display/segments.tsx'
import classes from './buyer-filters.module.css'
import { distanceList } from './buyer-finder.data.ts'
import { asking, type BuyerFinderState, milesInWords, priceOf } from './buyer-search.ts'
import { PriceField } from './price-field.tsx'

type FiltersProps = {
  state: BuyerFinderState
  onChange: (change: Partial<BuyerFinderState>) => void
}

function RadiusField({ state, onChange }: FiltersProps) {
  const { data } = useQuery(distanceList())
  const offered = data?.items ?? [{ value: String(state.miles), label: milesInWords(state.miles) }]
  return (
    <NativeSelect
      label="Radius"
      size="sm"
      data={offered.map(({ value, label }) => ({ value, label }))}
      value={String(state.miles)}
      // The server says which there are, and the schema of the address takes no other.
      onChange={({ currentTarget }) => onChange(asking({ miles: Number(currentTarget.value) as typeof state.miles }))}
    />
  )
}

function LookBackField({ state, onChange }: FiltersProps) {
  return (
    <fieldset className={classes.field}>
      <legend>Bought in the last</legend>
      <Segments
        name="months"
        segments={buyerLookBacks.map((months) => ({ value: months, label: `${months} months` }))}
        value={state.months}
        onChange={(months) => onChange(asking({ months }))}
      />
    </fieldset>
  )
}

function KindField({ state, onChange }: FiltersProps) {
  return (
    <fieldset className={classes.field}>
      <legend>Kind of buyer</legend>
      <div className={classes.kinds}>
        {buyerKinds.terms.map(({ value, label, description }) => (
          <label key={value} className={classes.kind}>
            <input
              type="radio"
              name="kind"
              aria-label={label}
              aria-describedby={`kind-${value}`}
              checked={state.kind === value}
              onChange={() => onChange(asking({ kind: value }))}
            />
            <span>
              {label}
              <span id={`kind-${value}`} className={classes.meaning}>
                {description}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** What narrows the buyers down: how near, how long ago, of what kind, at what price. */
export function BuyerFilters({ state, onChange }: FiltersProps) {
  return (
    <div className={classes.filters}>
      <RadiusField state={state} onChange={onChange} />
      <LookBackField state={state} onChange={onChange} />
      <PriceField
        value={priceOf(state)}
        onChange={(price) =>
          onChange(asking({ min: price?.min, max: price?.max, unpriced: price?.includeUnknown || undefined }))
        }
      />
      <KindField state={state} onChange={onChange} />
    </div>
  )
}
