import type { Property } from '@dooryard/contract/properties/properties'
import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
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

const trail = [
  <Link key="home" to="/portal">
    Home
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
  { id: 'history', label: 'History' },
  { id: 'owner', label: 'Owner' },
  { id: 'activity', label: 'Activity' },
  { id: 'facts', label: 'Facts and sources' },
]

function PropertyPage({ property }: { property: Property }) {
  const { propertyId } = property
  // Administrators order no leads.
  const hasActivity = useUser().role !== 'SUPER_ADMIN'
  return (
    <div className={classes.page}>
      <PageHeader
        heading={formatStreetLine(property)}
        title={formatStreetLine(property)}
        trail={trail}
        lead={formatCityLine(property)}
        actions={<PropertyActions id={propertyId} link={window.location.href} />}
      />
      <PropertyHero property={property} />
      <SectionNav sections={sections.filter(({ id }) => id !== 'activity' || hasActivity)} />
      <HistorySection property={property} />
      <OwnerSection property={property} />
      {hasActivity && <ActivitySection propertyId={propertyId} />}
      <FactsSection property={property} />
    </div>
  )
}

/** Everything about one property: a page that can be shared and printed. */
export function PropertyScreen({ id }: { id: string }) {
  const { data } = useQuery({ ...propertyDetailQuery(id), enabled: false })
  useTitle(data ? formatStreetLine(data) : 'Property')
  return (
    <LoadedProperty id={id} skeleton={skeleton}>
      {(property) => <PropertyPage property={property} />}
    </LoadedProperty>
  )
}
