import type { Property } from '@dooryard/contract/properties/properties'
import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { LoadedProperty } from '../../entities/property/loaded-property.tsx'
import { propertyDetailQuery } from '../../entities/property/property.data.ts'
import { formatCityLine, formatStreetLine } from '../../lib/format/address.ts'
import { useTitle } from '../../lib/navigation/use-title.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { ActivitySection } from './activity/activity-section.tsx'
import { FactsSection } from './facts-section.tsx'
import { HistorySection } from './history/history-section.tsx'
import { OwnerSection } from './owner/owner-section.tsx'
import classes from './property.module.css'
import { PropertyActions } from './property-actions.tsx'
import { PropertyHero } from './property-hero.tsx'
import { SectionNav } from './section-nav.tsx'
import { readOwnPercent } from './value/calculator.tsx'
import { ComparablesSection } from './value/comparables-section.tsx'
import { valuationQuery } from './value/valuation.data.ts'
import type { OnValuationState, ValuationState } from './value/valuation-state.ts'
import { ValueSection } from './value/value-section.tsx'

const home = [
  <Link key="home" to="/portal">
    Home
  </Link>,
]
const leadFinder = [
  <Link key="lead-finder" to="/portal/lead-finder">
    Lead finder
  </Link>,
]

const skeleton = (
  <div role="status" aria-label="Loading the property">
    <Skeleton height={28} width={280} mb={24} />
    <Skeleton height={340} radius="md" mb={20} />
    <Stack>
      <Skeleton height={260} radius="md" />
      <Skeleton height={260} radius="md" />
    </Stack>
  </div>
)

const sections = [
  { id: 'value', label: 'Value' },
  { id: 'comparables', label: 'Comparables' },
  { id: 'history', label: 'History' },
  { id: 'owner', label: 'Owner' },
  { id: 'activity', label: 'Activity' },
  { id: 'facts', label: 'Facts and sources' },
]

type PropertyPageProps = { property: Property; state: ValuationState; onState: OnValuationState }

/** The link to the page as it is shown: with the percentage that this user has as a habit. */
function useSharedLink(percent: number | undefined): string {
  const own = readOwnPercent(useUser().id)
  const href = useLocation({ select: (location) => location.href })
  const link = new URL(href, window.location.origin)
  link.hash = ''
  if (percent === undefined && own !== undefined) link.searchParams.set('percent', String(own))
  return link.href
}

function PropertyPage({ property, state, onState }: PropertyPageProps) {
  const { propertyId } = property
  const valuation = useQuery(valuationQuery(propertyId, state))
  const link = useSharedLink(state.percent)
  const { role } = useUser()
  // Administrators order no leads.
  const hasActivity = role !== 'SUPER_ADMIN'
  return (
    <div className={classes.page}>
      <PageHeader
        heading={formatStreetLine(property)}
        title={formatStreetLine(property)}
        trail={role === 'CONSUMER_USER' ? leadFinder : home}
        lead={formatCityLine(property)}
        actions={<PropertyActions id={propertyId} link={link} />}
      />
      <PropertyHero property={property} />
      <SectionNav sections={sections.filter(({ id }) => id !== 'activity' || hasActivity)} />
      <ValueSection property={property} result={valuation} state={state} onState={onState} />
      <ComparablesSection property={property} result={valuation} state={state} onState={onState} />
      <HistorySection property={property} />
      <OwnerSection property={property} />
      {hasActivity && <ActivitySection propertyId={propertyId} />}
      <FactsSection property={property} />
    </div>
  )
}

type PropertyScreenProps = { id: string; state: ValuationState; onState: OnValuationState }

/** Everything about one property: a page that can be shared and printed. */
export function PropertyScreen({ id, ...valuation }: PropertyScreenProps) {
  const { data } = useQuery({ ...propertyDetailQuery(id), enabled: false })
  useTitle(data ? formatStreetLine(data) : 'Property')
  return (
    <LoadedProperty id={id} skeleton={skeleton}>
      {(property) => <PropertyPage property={property} {...valuation} />}
    </LoadedProperty>
  )
}
