import '@mantine/core/styles/Switch.layer.css'
import type { Property } from '@dooryard/contract/properties/properties'
import { Box, Skeleton, Switch, Text, Title } from '@mantine/core'
import { FileText, HandCoins, Landmark } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { formatDeedPrice } from '../../../criteria/deeds/deed-labels.ts'
import { MaskedText } from '../../../criteria/owners/masked-text.tsx'
import { listSources } from '../../../entities/property/property-facts.ts'
import { SignalList, Sources } from '../../../entities/property/property-signals.tsx'
import { formatDollars } from '../../../lib/format/format.ts'
import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import { StatsTable } from '../../../ui/table/stats-table.tsx'
import { PropertySection } from '../property-section.tsx'
import classes from './history.module.css'
import { buildHistory, type HistoryEvent, listPricePoints } from './history-events.ts'

const PriceLine = lazy(async () => ({ default: (await import('../../../ui/chart/price-line.tsx')).PriceLine }))

const icons = { SALE: HandCoins, LOAN: Landmark, VALUE: FileText }

const formatAmount = ({ kind, amount }: HistoryEvent) =>
  kind === 'SALE' ? formatDeedPrice(amount) : formatDollars(amount)

type EventsProps = { events: readonly HistoryEvent[]; isMasked: boolean }

const Parties = ({ parties, isMasked }: { parties: string; isMasked: boolean }) =>
  isMasked ? <MaskedText what="Buyer and seller" text={parties} /> : parties

const EventTimeline = ({ events, isMasked }: EventsProps) => (
  <ol className={`${classes.timeline} numbers`}>
    {events.map((event, index) => {
      const Icon = icons[event.kind]
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: two deeds may say the same, and the list never changes
        <li key={index}>
          <span className={classes.mark}>
            <Icon size={14} aria-hidden="true" />
          </span>
          <div>
            <p className={classes.head}>
              <span>
                <strong>{event.title}</strong> <span className={classes.when}>{event.when}</span>
              </span>
              <Text inherit span fw={600} c={event.amount === null ? 'dimmed' : undefined}>
                {formatAmount(event)}
              </Text>
            </p>
            {event.parties && (
              <p>
                <Parties parties={event.parties} isMasked={isMasked} />
              </p>
            )}
            {event.details && <p>{event.details}</p>}
            <Text inherit fz={12} c="dimmed">
              {event.source}
            </Text>
          </div>
        </li>
      )
    })}
  </ol>
)

const EventTable = ({ events, isMasked }: EventsProps) => (
  <ScrollRegion label="History">
    <StatsTable
      label="History"
      headers={[
        'Date',
        { label: 'Event', holds: 'texts' },
        { label: 'Seller and buyer', holds: 'texts' },
        'Amount',
        { label: 'Details', holds: 'texts' },
        { label: 'Source', holds: 'texts' },
      ]}
    >
      {events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two deeds may say the same, and the list never changes
        <tr key={index}>
          <th scope="row">{event.when}</th>
          <td data-texts>{event.title}</td>
          <td data-texts>{event.parties && <Parties parties={event.parties} isMasked={isMasked} />}</td>
          <td>{formatAmount(event)}</td>
          <td data-texts>{event.details}</td>
          <td data-texts>{event.source}</td>
        </tr>
      ))}
    </StatsTable>
  </ScrollRegion>
)

function Prices({ events }: Pick<EventsProps, 'events'>) {
  const series = useMemo(() => {
    const { sales, values } = listPricePoints(events)
    return [
      { label: 'Sale price', color: '--ring-plan', points: sales },
      { label: 'County value', color: '--ring-demand', points: values },
    ].filter(({ points }) => points.length > 0)
  }, [events])
  // Within one year they would stand above each other.
  const years = new Set(series.flatMap(({ points }) => points.map(({ day }) => day.slice(0, 4))))
  if (years.size < 2) return null
  return (
    <Box mb={24} mih={228}>
      <Suspense fallback={<Skeleton height={228} radius="md" />}>
        <PriceLine series={series} />
      </Suspense>
    </Box>
  )
}

/** Sales, loans and values of a property over the years, and its lead indicators. */
export function HistorySection({ property }: { property: Property }) {
  const events = useMemo(() => buildHistory(property), [property])
  const [isTable, setTable] = useState(false)
  const asTable = events.length > 0 && (
    <Switch
      size="sm"
      label="View as table"
      checked={isTable}
      onChange={({ currentTarget }) => setTable(currentTarget.checked)}
    />
  )
  const Events = isTable ? EventTable : EventTimeline
  return (
    <PropertySection
      id="history"
      title="History"
      sources={listSources(property, ['SALE', 'MORTGAGE', 'VALUE'])}
      aside={asTable}
    >
      <Prices events={events} />
      {events.length === 0 ? (
        <Text c="dimmed">The county datasets record no sale, loan or value of this property.</Text>
      ) : (
        <Events events={events} isMasked={property.isOwnerMasked} />
      )}
      {property.signals.length > 0 && (
        <Box mt={24}>
          <Title order={3} mb={10}>
            Lead indicators
          </Title>
          <Sources sources={listSources(property, ['SIGNALS'])} />
          <SignalList property={property} />
        </Box>
      )}
    </PropertySection>
  )
}
