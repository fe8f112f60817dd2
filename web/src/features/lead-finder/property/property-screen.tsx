import { Box, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { SaveSearchButton } from '../../../criteria/saved-searches/save-search-button.tsx'
import { formatCityLine, formatStreetLine } from '../../../lib/format/address.ts'
import { useTitle } from '../../../lib/navigation/use-title.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { CopyButton } from '../../../ui/display/copy-button.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import classes from './property.module.css'
import { LoadedProperty, LocationMap, PropertyFacts } from './property-details.tsx'

const trail = [
  <Link key="home" to="/portal">
    Home
  </Link>,
]

/** A save button for users who order in campaigns, which begin with a saved search; administrators only look. */
function Actions({ id }: { id: string }) {
  return (
    <>
      <CopyButton value={window.location.href} what="the link to this property" />
      {useUser().role !== 'SUPER_ADMIN' && (
        <SaveSearchButton
          label="Save search with this property"
          criteria={{ only: { propertyIds: [id] } }}
          saved={undefined}
          onSaved={() => undefined}
        />
      )}
    </>
  )
}

const skeleton = (
  <div role="status" aria-label="Loading the property">
    <Skeleton height={28} width={280} mb={24} />
    <Skeleton height={480} radius="md" />
  </div>
)

/** A property on a screen of its own, for users without a finder: administrators and enterprise users. */
export function PropertyScreen({ id }: { id: string }) {
  useTitle('Property')
  return (
    <LoadedProperty id={id} skeleton={skeleton}>
      {(property) => {
        const street = formatStreetLine(property)
        return (
          <>
            <PageHeader
              heading={street}
              title="Property"
              trail={trail}
              lead={formatCityLine(property)}
              actions={<Actions id={id} />}
            />
            <Panel title="Property record">
              {/* The map and the groups keep their distance from what is above them in a drawer. */}
              <Box mt={-16} maw={1080}>
                <LocationMap property={property} street={street} />
                <div className={classes.groups}>
                  <PropertyFacts property={property} />
                </div>
              </Box>
            </Panel>
          </>
        )
      }}
    </LoadedProperty>
  )
}
