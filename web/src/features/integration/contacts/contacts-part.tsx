import { type ContactSource, type ContactsOverview, contacts } from '@dooryard/contract/contacts'
import { contactReuseDays } from '@dooryard/contract/limits'
import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDay, formatDayAndTime, formatNumber, plural } from '../../../lib/format.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { Facts } from '../../../ui/display/facts.tsx'
import { Loaded } from '../../../ui/display/loaded.tsx'
import { Panel } from '../../../ui/display/panel.tsx'
import type { OnState } from '../../../ui/table/columns.ts'
import { actionColumn, FiguresTable } from '../../../ui/table/figures-table.tsx'
import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import { ProgressBar } from '../../../ui/upload/upload-list.tsx'
import { contactChanges, contactsOverview } from '../integration.data.ts'
import type { IntegrationSearch } from '../integration-search.ts'
import { RemoveButton } from '../remove-button.tsx'
import { ContactIntake } from './contact-intake.tsx'

const states = {
  WORKING: { tone: 'good', label: 'Working' },
  FAILING: { tone: 'warn', label: 'Failing' },
  PAUSED: { tone: 'bad', label: 'Paused' },
} as const

function VendorPanel({ vendor }: Pick<ContactsOverview, 'vendor'>) {
  if (!vendor) {
    return (
      <Panel title="Vendor">
        <Text c="dimmed">
          Contacts come from files alone. No vendor is set up to be asked for owners that no file has.
        </Text>
      </Panel>
    )
  }
  const { name, state, pausedUntil, askedToday, dailyLimit, keptOwners, lastError } = vendor
  const { tone, label } = states[state]
  const today = `${formatNumber(askedToday)} of ${plural(dailyLimit, 'owner')}`
  const share = Math.min(1, askedToday / Math.max(1, dailyLimit))
  const until = state === 'PAUSED' && pausedUntil ? ` until ${formatDayAndTime(pausedUntil)}` : ''
  return (
    <Panel title="Vendor" aside={<Tag tone={tone}>{`${label}${until}`}</Tag>}>
      <Facts
        facts={[
          { label: 'Name', value: name },
          { label: 'Asked today', value: <ProgressBar share={share} label="Asked today" words={today} /> },
          { label: 'Answers kept', value: `${plural(keptOwners, 'owner')}, each for ${contactReuseDays} days` },
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
        given={{ params: { source: source.source } }}
        refreshes={contactChanges}
        title={`Remove ${source.name}?`}
        consequence={`The contacts of ${formatNumber(source.owners)} owners leave the store. Orders that were delivered keep theirs.`}
        confirm={`Remove ${source.name}`}
        done={`${source.name} is removed`}
      />
    </td>
  </tr>
)

const Sources = ({ sources }: { sources: ContactSource[] }) => (
  <Panel title="Sources">
    {sources.length === 0 ? (
      <Text c="dimmed">No contacts were imported yet. Import a file below.</Text>
    ) : (
      <ScrollRegion label="Sources">
        <FiguresTable label="Sources" headers={headers}>
          {sources.map((source) => (
            <SourceRow key={source.source} source={source} />
          ))}
        </FiguresTable>
      </ScrollRegion>
    )}
  </Panel>
)

function Overview() {
  const result = useQuery(contactsOverview())
  const failed = result.error && !result.data
  const overview = (
    <Loaded what="Where contacts come from" result={result} loading={320}>
      {({ vendor, sources }) => (
        <>
          <VendorPanel vendor={vendor} />
          <Sources sources={sources} />
        </>
      )}
    </Loaded>
  )
  return failed ? <Panel>{overview}</Panel> : overview
}

export const ContactsPart = (props: { state: IntegrationSearch; onState: OnState }) => (
  <Stack gap="var(--screen-gap)">
    <Overview />
    <ContactIntake {...props} />
  </Stack>
)
