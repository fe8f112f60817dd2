import { ActionIcon, Group } from '@mantine/core'
import { MapPinned, Printer } from 'lucide-react'
import { AddToList } from '../../criteria/lists/add-to-list.tsx'
import { SaveSearchButton } from '../../criteria/saved-searches/save-search-button.tsx'
import { canAccess } from '../../lib/navigation/portal-access.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { CopyButton } from '../../ui/display/copy-button.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import classes from './property.module.css'

const iconSize = { size: 16, 'aria-hidden': true } as const

/** What a user can do with a property, besides ordering its lead. `link` leads to the page as it is shown. */
export function PropertyActions({ id, link }: { id: string; link: string }) {
  const { role } = useUser()
  return (
    <Group gap={8} className={classes.screenOnly}>
      <AddToList properties={{ propertyIds: [id] }} />
      {canAccess(role, '/portal/lead-finder') && (
        <LinkButton
          variant="default"
          leftSection={<MapPinned {...iconSize} />}
          to="/portal/lead-finder"
          search={{ criteria: { only: { propertyIds: [id] } }, property: id }}
        >
          Open in Lead Finder
        </LinkButton>
      )}
      {canAccess(role, '/portal/buyer-finder') && (
        <LinkButton variant="default" to="/portal/buyer-finder" search={{ property: id }}>
          Find buyers nearby
        </LinkButton>
      )}
      {canAccess(role, '/portal/settings/saved-searches') && (
        <SaveSearchButton
          label="Save search with this property"
          criteria={{ only: { propertyIds: [id] } }}
          saved={undefined}
          onSaved={() => undefined}
        />
      )}
      <CopyButton value={link} what="the link to this property" />
      <ActionIcon aria-label="Print this page" data-hint="Print this page" onClick={() => window.print()}>
        <Printer {...iconSize} />
      </ActionIcon>
    </Group>
  )
}
