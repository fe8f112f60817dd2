import type { ContactSource } from '@dooryard/contract/contacts'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDay, formatNumber } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import { askFirst } from '../../ui/shell/confirmations.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { actionColumn, FiguresTable } from '../../ui/table/figures-table.tsx'
import { ScrollRegion } from '../../ui/table/scroll-region.tsx'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { ContactIntake } from './contact-intake.tsx'
import classes from './contacts.module.css'
import { contactsOverview, useRemoveSource } from './integration.data.ts'
import screen from './integration.module.css'
import type { IntegrationSearch } from './integration-search.ts'
import { VendorPanel } from './vendor-panel.tsx'

function RemoveSource({ source: { source, name, owners } }: { source: ContactSource }) {
  const remove = useRemoveSource()
  const ask = () =>
    askFirst({
      title: `Remove ${name}?`,
      children: `The contacts of ${formatNumber(owners)} owners leave the store. Orders that were delivered keep theirs.`,
      labels: { confirm: `Remove ${name}`, cancel: 'Cancel' },
      confirmProps: { color: 'red' },
      onConfirm: () => remove.mutate(source, { onSuccess: () => toastDone(`${name} is removed`) }),
    })
  return (
    <Button
      variant="subtle"
      color="red"
      size="compact-sm"
      aria-label={`Remove ${name}`}
      loading={remove.isPending}
      onClick={ask}
    >
      Remove
    </Button>
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

function Sources({ sources }: { sources: ContactSource[] }) {
  return (
    <Panel title="Sources">
      {sources.length === 0 ? (
        <p className={classes.none}>No contacts were imported yet. Import a file below.</p>
      ) : (
        <ScrollRegion label="Sources">
          <FiguresTable label="Sources" headers={headers}>
            {sources.map((source) => (
              <tr key={source.source}>
                <th scope="row">
                  {source.name} {source.isGenerated && <Tag tone="plain">Generated</Tag>}
                </th>
                <td>{formatNumber(source.owners)}</td>
                <td>{formatNumber(source.phones)}</td>
                <td>{formatNumber(source.emails)}</td>
                <td data-texts>{formatDay(source.asOf)}</td>
                <td data-texts>{formatDay(source.ingestedAt)}</td>
                <td>
                  <RemoveSource source={source} />
                </td>
              </tr>
            ))}
          </FiguresTable>
        </ScrollRegion>
      )}
    </Panel>
  )
}

/** Where phone numbers and emails of owners come from: files, and a vendor for those that no file has. */
export function ContactsPart({ state, onState }: { state: IntegrationSearch; onState: OnState }) {
  const { data, error, refetch } = useQuery(contactsOverview())
  return (
    <div className={screen.screen}>
      {data ? (
        <>
          <VendorPanel vendor={data.vendor} />
          <Sources sources={data.sources} />
        </>
      ) : error ? (
        <Panel>
          <LoadFailure what="Where contacts come from" error={error} onRetry={() => void refetch()} />
        </Panel>
      ) : (
        <Skeleton height={320} radius="md" />
      )}
      <ContactIntake state={state} onState={onState} />
    </div>
  )
}
