import { Box, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SingleLeadPanel } from '../../../entities/lead/single-lead-panel.tsx'
import { formatCityLine, formatStreetLine } from '../../../lib/format/address.ts'
import { useTitle } from '../../../lib/navigation/use-title.ts'
import { Panel } from '../../../ui/display/panel.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { propertyDetailQuery } from '../search/lead-finder.data.ts'
import classes from './property.module.css'
import { LoadedProperty, LocationMap, PropertyButtons, PropertyFacts } from './property-details.tsx'

const trail = [
  <Link key="home" to="/portal">
    Home
  </Link>,
]

const skeleton = (
  <div role="status" aria-label="Loading the property">
    <Skeleton height={28} width={280} mb={24} />
    <Skeleton height={480} radius="md" />
  </div>
)

/** A property on a screen of its own, for users without a finder: administrators and enterprise users. */
export function PropertyScreen({ id }: { id: string }) {
  const { data } = useQuery({ ...propertyDetailQuery(id), enabled: false })
  const title = data ? formatStreetLine(data) : 'Property'
  useTitle(title)
  return (
    <LoadedProperty id={id} skeleton={skeleton}>
      {(property) => {
        const street = formatStreetLine(property)
        return (
          <>
            <PageHeader
              heading={street}
              title={title}
              trail={trail}
              lead={formatCityLine(property)}
              actions={<PropertyButtons id={id} />}
            />
            <Stack miw={0}>
              <SingleLeadPanel propertyId={id} />
              <Panel title="Property record">
                {/* The map and the groups keep their distance from what is above them in a drawer. */}
                <Box mt={-16} maw={1080}>
                  <LocationMap property={property} street={street} />
                  <div className={classes.groups}>
                    <PropertyFacts property={property} />
                  </div>
                </Box>
              </Panel>
            </Stack>
          </>
        )
      }}
    </LoadedProperty>
  )
}
