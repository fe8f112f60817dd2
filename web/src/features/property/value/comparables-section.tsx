import type { Property } from '@dooryard/contract/properties/properties'
import { type Valuation, valuationRefusals } from '@dooryard/contract/properties/valuation'
import { Button, Group, Paper, Skeleton, Text } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { propertyDetailQuery } from '../../../entities/property/property.data.ts'
import { formatStreetLine } from '../../../lib/format/address.ts'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { PlacesMap } from '../../../map/lazy-map.tsx'
import { QueryContent } from '../../../ui/feedback/query-content.tsx'
import { EmptyNote } from '../../../ui/feedback/state-view.tsx'
import { ActionMenu } from '../../../ui/overlay/action-menu.tsx'
import pageClasses from '../property.module.css'
import { PropertySection } from '../property-section.tsx'
import { AddComparable } from './add-comparable.tsx'
import { readOwnPercent } from './calculator.tsx'
import { defaultPercent } from './calculator-rules.ts'
import classes from './comparables.module.css'
import { ComparablesLimits, formatMiles } from './comparables-limits.tsx'
import { ComparablesTable } from './comparables-table.tsx'
import { useExportValuation } from './valuation.data.ts'
import {
  automaticChoice,
  excludeProperty,
  includeProperty,
  isAutomatic,
  type OnValuationState,
  type ValuationState,
} from './valuation-state.ts'

const exportChoices = [
  { value: 'PDF', label: 'PDF' },
  { value: 'CSV', label: 'CSV' },
]

function ExportMenu({ property, state }: { property: Property; state: ValuationState }) {
  const { id: userId } = useUser()
  const { value, repairs = 0, fee = 0, percent = readOwnPercent(userId) ?? defaultPercent } = state
  const { mutate, isPending } = useExportValuation({
    id: property.propertyId,
    name: `comparables-${property.apn.replace(/[^\w-]+/g, '-')}`,
    state,
    terms: { afterRepairValue: value, offerPercent: percent, repairs, fee },
  })
  return (
    <ActionMenu
      w={{ base: '100%', xs: 120 }}
      label={isPending ? 'Exporting…' : 'Export'}
      actions={exportChoices}
      isDisabled={isPending}
      onChoose={(format) => mutate(format === 'CSV' ? 'CSV' : 'PDF')}
    />
  )
}

/** An excluded property by its address, with a button that allows it again. */
function ExcludedProperty({ id, onInclude }: { id: string; onInclude: () => void }) {
  const { data } = useQuery(propertyDetailQuery(id))
  const street = data ? formatStreetLine(data) : 'A property'
  return (
    <Button
      size="compact-sm"
      variant="default"
      rightSection={<X size={12} aria-hidden="true" />}
      aria-label={`Allow ${street} again`}
      data-hint="Allow it again"
      onClick={onInclude}
    >
      {street}
    </Button>
  )
}

const Excluded = ({ state, onState }: { state: ValuationState; onState: OnValuationState }) =>
  state.excluded && (
    <Group gap={8} mt={12} className={pageClasses.screenOnly}>
      <Text fz="sm" c="dimmed">
        Excluded:
      </Text>
      {state.excluded.map((id) => (
        <ExcludedProperty key={id} id={id} onInclude={() => onState(includeProperty(state, id))} />
      ))}
    </Group>
  )

function formatUsed({ used, isWidened, candidates, comparables }: Valuation): string {
  const added = comparables.filter(({ isAdded }) => isAdded).length
  return (
    `${pluralize(comparables.length - added, 'comparable')} of ${pluralize(candidates, 'sale')} within ` +
    `${formatMiles(used.miles)}, ${pluralize(used.months, 'month')} and ${used.areaPercent}% of the living area` +
    `${used.isSameType ? ', of the same type' : ''}${added > 0 ? `; ${formatNumber(added)} added` : ''}, those with the most weight first.` +
    `${isWidened ? ' The search was widened to find enough.' : ''}`
  )
}

type ChosenProps = {
  property: Property
  valuation: Valuation
  state: ValuationState
  onState: OnValuationState
}

function Chosen({ property, valuation, state, onState }: ChosenProps) {
  const { subject, comparables } = valuation
  const [active, setActive] = useState<string>()
  const missing = (state.added ?? []).filter((id) => !comparables.some(({ propertyId }) => propertyId === id)).length
  return (
    <>
      <Text fz="sm" c="dimmed" my={12} aria-live="polite" className="numbers">
        {formatUsed(valuation)}
        {missing > 0 &&
          ` ${missing === 1 ? 'One added property is' : `${formatNumber(missing)} added properties are`} not used: no sale with a price is known.`}
      </Text>
      {comparables.length === 0 ? (
        <EmptyNote>No comparable sales were found. Choose a wider distance or a longer time, or add a sale.</EmptyNote>
      ) : (
        <div className={classes.body}>
          <Paper withBorder className={classes.map}>
            <PlacesMap
              center={subject.lat !== null && subject.lng !== null ? { lat: subject.lat, lng: subject.lng } : undefined}
              miles={undefined}
              points={comparables.map((comparable) => ({
                id: comparable.propertyId,
                lat: comparable.lat,
                lng: comparable.lng,
                label: formatStreetLine(comparable),
                tone: comparable.isAdded ? 'accent' : 'plain',
              }))}
              active={active}
              onActive={setActive}
              onOpen={setActive}
              isInPage
              label={`Map of the comparables of ${formatStreetLine(property)}`}
            />
          </Paper>
          <ComparablesTable
            comparables={comparables}
            active={active}
            onActive={setActive}
            onExclude={(id) => onState(excludeProperty(state, id))}
          />
        </div>
      )}
    </>
  )
}

/** Whether no sales are looked for, whatever the limits. */
const isRefused = (valuation: Valuation | undefined) =>
  valuation !== undefined && valuation.reason !== null && valuation.reason !== 'TOO_FEW_COMPARABLES'

type ComparablesSectionProps = {
  property: Property
  result: Pick<UseQueryResult<Valuation>, 'data' | 'error' | 'refetch' | 'isPlaceholderData'>
  state: ValuationState
  onState: OnValuationState
}

/** The sales that the estimate is computed from; each can be excluded, and others added. */
export const ComparablesSection = ({ property, result, state, onState }: ComparablesSectionProps) => (
  <PropertySection
    id="comparables"
    title="Comparables"
    aside={
      <Group gap={8} className={pageClasses.screenOnly}>
        {!isAutomatic(state) && !isRefused(result.data) && (
          <Button
            variant="subtle"
            leftSection={<RotateCcw size={14} aria-hidden="true" />}
            onClick={() => onState(automaticChoice)}
          >
            Reset
          </Button>
        )}
        <ExportMenu property={property} state={state} />
      </Group>
    }
  >
    {!isRefused(result.data) && (
      <div className={pageClasses.screenOnly}>
        <ComparablesLimits state={state} used={result.data?.used} onState={onState} />
      </div>
    )}
    <QueryContent what="The comparables" result={result} loading={<Skeleton height={320} radius="md" />}>
      {(valuation) =>
        isRefused(valuation) && valuation.reason ? (
          <EmptyNote>{valuationRefusals.description(valuation.reason)}</EmptyNote>
        ) : (
          <div data-stale={result.isPlaceholderData || undefined} className={classes.chosen}>
            <Chosen property={property} valuation={valuation} state={state} onState={onState} />
          </div>
        )
      }
    </QueryContent>
    {!isRefused(result.data) && (
      <>
        <Excluded state={state} onState={onState} />
        <div className={pageClasses.screenOnly}>
          <AddComparable subjectId={property.propertyId} state={state} onState={onState} />
        </div>
      </>
    )}
  </PropertySection>
)
