import { contactReuseDays } from '@dooryard/contract/api/limits'
import { type ContactSource, type ContactsOverview, contacts } from '@dooryard/contract/data/contacts'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDay, formatDayAndTime, formatNumber, pluralize } from '../../../lib/format/format.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { DescriptionList } from '../../../ui/display/description-list.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import { QueryContent } from '../../../ui/feedback/query-content.tsx'
import type { OnTableStateChange } from '../../../ui/table/columns.ts'
import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import { actionColumn, StatsTable } from '../../../ui/table/stats-table.tsx'
import { ProgressBar } from '../../../ui/upload/upload-list.tsx'
import { contactDependents, contactsOverviewQuery } from '../integration.data.ts'
import type { IntegrationSearch } from '../integration-search.ts'
import { RemoveButton } from '../remove-button.tsx'
import { ContactImportPanel } from './contact-import-panel.tsx'

const statusByState = {
  WORKING: { tone: 'good', label: 'Working' },
  FAILING: { tone: 'warn', label: 'Failing' },
  PAUSED: { tone: 'bad', label: 'Paused' },
} as const

function VendorPanel({ vendor }: Pick<ContactsOverview, 'vendor'>) {
  if (!vendor) {
    return (
      <Panel title="Vendor">
        <Text c="dimmed">No vendor is set up. Contacts come from files only.</Text>
      </Panel>
    )
  }
  const { name, state, pausedUntil, askedToday, dailyLimit, keptOwners, lastError } = vendor
  const { tone, label } = statusByState[state]
  const today = `${formatNumber(askedToday)} of ${pluralize(dailyLimit, 'owner')}`
  const share = Math.min(1, askedToday / Math.max(1, dailyLimit))
  const pausedText = state === 'PAUSED' && pausedUntil ? ` until ${formatDayAndTime(pausedUntil)}` : ''
  return (
    <Panel title="Vendor" aside={<Tag tone={tone}>{`${label}${pausedText}`}</Tag>}>
      <DescriptionList
        items={[
          { label: 'Name', value: name },
          { label: 'Lookups today', value: <ProgressBar share={share} label="Lookups today" words={today} /> },
          { label: 'Cached results', value: `${pluralize(keptOwners, 'owner')}, reused for ${contactReuseDays} days` },
          lastError && { label: 'Last error', value: lastError },
        ]}
      />
    </Panel>
  )
}

const headers = [
  'Source',
  'Owners',
  'Phones',
  'Emails',
  { label: 'As of', holds: 'texts' },
  { label: 'Imported', holds: 'texts' },
  actionColumn,
] as const

const SourceRow = ({ source }: { source: ContactSource }) => (
  <tr>
    <th scope="row">
      {source.name} {source.isGenerated && <Tag tone="plain">Generated</Tag>}
    </th>
    <td>{formatNumber(source.owners)}</td>
    <td>{formatNumber(source.phones)}</td>
    <td>{formatNumber(source.emails)}</td>
    <td data-texts>{formatDay(source.asOf)}</td>
    <td data-texts>{formatDay(source.ingestedAt)}</td>
    <td>
      <RemoveButton
        label={`Remove ${source.name}`}
        endpoint={contacts.removeSource}
        input={{ params: { source: source.source } }}
        refreshes={contactDependents}
        title={`Remove ${source.name}?`}
        consequence={`Deletes the contacts of ${formatNumber(source.owners)} owners. Delivered orders keep theirs.`}
        confirm={`Remove ${source.name}`}
        done={`${source.name} removed`}
      />
    </td>
  </tr>
)

const SourcesPanel = ({ sources }: { sources: ContactSource[] }) => (
  <Panel title="Sources">
    {sources.length === 0 ? (
      <Text c="dimmed">No contacts imported yet. Import a file below.</Text>
    ) : (
      <ScrollRegion label="Sources">
        <StatsTable label="Sources" headers={headers}>
          {sources.map((source) => (
            <SourceRow key={source.source} source={source} />
          ))}
        </StatsTable>
      </ScrollRegion>
    )}
  </Panel>
)

function ContactsOverviewPanels() {
  const result = useQuery(contactsOverviewQuery())
  const failed = result.error && !result.data
  const overview = (
    <QueryContent what="The contact sources" result={result} loading={320}>
      {({ vendor, sources }) => (
        <>
          <VendorPanel vendor={vendor} />
          <SourcesPanel sources={sources} />
        </>
      )}
    </QueryContent>
  )
  return failed ? <Panel>{overview}</Panel> : overview
}

export const ContactsTab = (props: { state: IntegrationSearch; onState: OnTableStateChange }) => (
  <Stack gap="var(--screen-gap)">
    <ContactsOverviewPanels />
    <ContactImportPanel {...props} />
  </Stack>
)
